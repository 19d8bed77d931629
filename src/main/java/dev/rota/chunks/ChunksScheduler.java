package dev.rota.chunks;

import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import org.apache.avro.specific.SpecificRecord;

/** Decides for one network. */
final class ChunksScheduler implements Scheduler {

    @Override
    public void event(Step step, SpecificRecord event) {
        throw new IllegalStateException("expected a network's event, but it is " + event.getSchema());
    }
}
