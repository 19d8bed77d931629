package dev.rota.chores;

import dev.rota.engine.Domain;
import dev.rota.engine.Ids;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.engine.Traffic;
import java.util.List;

/** Who does what in a household · unit = household. */
public final class ChoresDomain implements Domain {

    public static final Input<ChoreEvent> EVENTS =
            new Input<>("chores.events", ChoreEvent.class, event -> Ids.unit("household", event.getHousehold()));

    public static final Output<Task> TASKS = Output.of("chores.tasks", Task.class);

    /** {@code [chore] => its row} */
    static final TableType<ChoreRow> CHORES = TableType.of(16, "chores", ChoreRow.class);

    /** {@code [effort, chore] => chore}, the least first */
    static final TableType<EffortRow> BY_EFFORT = TableType.of(17, "by-effort", EffortRow.class);

    enum Objection implements Reason {
        CHORE_EXISTS,
        CHORE_UNKNOWN
    }

    @Override
    public String name() {
        return "chores";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(EVENTS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(TASKS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of(CHORES, BY_EFFORT);
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new ChoresScheduler();
    }

    @Override
    public Traffic demo() {
        return timeMs -> List.of();
    }
}
