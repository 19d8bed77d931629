package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Step;
import dev.rota.engine.TableType;
import java.util.List;
import java.util.function.Consumer;

/** Runs a test's action in each step of an event or of timers. */
class StepActionDomain implements Domain {

    static final Output<SourceRow> ALARMS_OUT = Output.of("alarms.rings", SourceRow.class);

    private final Consumer<Step> act;

    StepActionDomain(Consumer<Step> act) {
        this.act = act;
    }

    @Override
    public String name() {
        return "alarms";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(AlarmDomain.ALARMS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(ALARMS_OUT);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of();
    }

    @Override
    public Scheduler scheduler(int rules) {
        return () -> Handlers.of()
                .on(SourceRow.class, (step, event) -> act.accept(step))
                .timer(AlarmDomain.ALARM, (step, due) -> act.accept(step));
    }
}
