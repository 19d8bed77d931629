package dev.rota.jobs;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.TableType;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The jobs domain, which counts the steps that timers cause. */
final class TimerStepCounter implements Domain {

    private final Domain jobs = new JobsDomain();
    private int timerSteps;

    int timerSteps() {
        return timerSteps;
    }

    @Override
    public String name() {
        return jobs.name();
    }

    @Override
    public List<Input<?>> inputs() {
        return jobs.inputs();
    }

    @Override
    public List<Output<?>> decisions() {
        return jobs.decisions();
    }

    @Override
    public List<TableType<?>> tables() {
        return jobs.tables();
    }

    @Override
    public Scheduler scheduler(int rules) {
        Scheduler scheduler = jobs.scheduler(rules);
        return new Scheduler() {
            @Override
            public void event(Step step, SpecificRecord event) {
                scheduler.event(step, event);
            }

            @Override
            public void timers(Step step, List<Key> due) {
                timerSteps++;
                scheduler.timers(step, due);
            }
        };
    }
}
