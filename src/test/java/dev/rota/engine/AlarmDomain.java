package dev.rota.engine;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A domain to test timers by. An event is a due time: it sets a timer for it, or, where the time has passed, one that
 * sets itself again for ever. Each timer that fires emits the unit's time.
 */
final class AlarmDomain implements Domain {

    static final Input<SourceRow> ALARMS = new Input<>("alarms.set", SourceRow.class, alarm -> "unit");
    static final Input<TimerRow> PERIODS = new Input<>("alarms.periods", TimerRow.class, period -> "unit");
    static final Output<SourceRow> RINGS = Output.of("alarms.rings", SourceRow.class);

    /** A timer's key that sets itself again at once. */
    private static final Key INSISTENT = Key.of("insistent");

    @Override
    public String name() {
        return "alarms";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(ALARMS, PERIODS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(RINGS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of();
    }

    @Override
    public Traffic demo() {
        return timeMs -> List.of();
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new Scheduler() {
            @Override
            public void event(Step step, SpecificRecord event) {
                if (event instanceof TimerRow period) {
                    step.timers().setPeriodic(step.now() + period.getPeriodMs(), Key.of("p"), period.getPeriodMs());
                } else {
                    long due = ((SourceRow) event).getOffset();
                    step.timers().set(due, due < 0 ? INSISTENT : Key.of(due));
                }
            }

            @Override
            public void timers(Step step, List<Key> due) {
                for (Key key : due) {
                    step.emit(RINGS, key.toString(), new SourceRow(step.now()));
                    if (key.equals(INSISTENT)) {
                        step.timers().set(step.now(), key);
                    }
                }
            }
        };
    }
}
