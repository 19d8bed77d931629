package dev.rota.jobs.scheduler;

import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.PolicyEvent;
import java.util.List;

/** Wraps the jobs domain and counts the steps that timers cause. */
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
    public List<? extends Reason> reasons() {
        return jobs.reasons();
    }

    @Override
    public List<TableType<?>> tables() {
        return jobs.tables();
    }

    @Override
    public Scheduler scheduler(int rules) {
        Handlers handlers = jobs.scheduler(rules).handlers();
        return () -> Handlers.of()
                .on(JobEvent.class, handlers::event)
                .on(BotEvent.class, handlers::event)
                .on(PolicyEvent.class, handlers::event)
                .timers(
                        (step, due) -> {
                            timerSteps++;
                            handlers.timers(step, due.keys());
                        },
                        CohortTimers.LOOK,
                        CohortTimers.BOT,
                        CohortTimers.QUEUE,
                        CohortTimers.REPORT,
                        CohortTimers.SESSIONS,
                        CohortTimers.REST);
    }
}
