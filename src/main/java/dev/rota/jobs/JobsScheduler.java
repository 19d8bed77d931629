package dev.rota.jobs;

import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import org.apache.avro.specific.SpecificRecord;

/** Decides for one cohort. */
final class JobsScheduler implements Scheduler {

    @Override
    public void event(Step step, SpecificRecord event) {
        throw new IllegalStateException("expected a cohort's event, but it is " + event.getSchema());
    }
}
