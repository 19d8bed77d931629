package office;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoreRow;
import dev.rota.chores.Task;
import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import java.util.List;

/** A plug-in, or one with a mistake: each of its parts can be replaced. It has records of another domain. */
public class DesksDomain implements Domain {

    public static final Input<ChoreEvent> REQUESTS =
            new Input<>("desks.requests", ChoreEvent.class, ChoreEvent::getHousehold);

    public static final Output<Task> EVENTS = Output.of("desks.events", Task.class);

    public static final TableType<ChoreRow> DESKS = TableType.of(16, "desks", ChoreRow.class);

    @Override
    public String name() {
        return "desks";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(REQUESTS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(EVENTS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of(DESKS);
    }

    @Override
    public List<? extends Reason> reasons() {
        return List.of();
    }

    @Override
    public Scheduler scheduler(int rules) {
        return () -> Handlers.of().on(ChoreEvent.class, (step, event) -> {});
    }
}
