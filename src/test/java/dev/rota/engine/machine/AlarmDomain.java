package dev.rota.engine.machine;

import dev.rota.engine.Bytes;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Step;
import dev.rota.engine.TableType;
import dev.rota.engine.TimerRow;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A domain to test timers by. An event is a due time: it sets a timer for it, or, where the time has passed, one that
 * sets itself again for ever. Each timer that fires emits the unit's time. A period emits when it will fire after its
 * next time, and ends if it fires together with an alarm.
 */
public final class AlarmDomain implements Domain {

    static final Input<SourceRow> ALARMS = new Input<>("alarms.set", SourceRow.class, alarm -> "unit");
    static final Input<TimerRow> PERIODS = new Input<>("alarms.periods", TimerRow.class, period -> "unit");
    static final Output<SourceRow> RINGS = Output.of("alarms.rings", SourceRow.class);

    static final Output<TimerRow> NEXT_PERIODS = Output.of("alarms.next-periods", TimerRow.class);

    /** The key of a timer that sets itself again at once. */
    private static final Key INSISTENT = Key.of("insistent");

    /** How the key of a period begins; when it is due first, and how long it is, follow. */
    private static final String PERIOD = "period";

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
        return List.of(RINGS, NEXT_PERIODS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of();
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new Scheduler() {
            @Override
            public void event(Step step, SpecificRecord event) {
                if (event instanceof TimerRow period) {
                    long periodMs = period.getPeriodMs();
                    long due = step.now() + periodMs;
                    step.timers().setPeriodic(due, period(due, periodMs), periodMs);
                    goesOn(step, due, periodMs);
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
                    } else if (isPeriod(key)) {
                        Key.Reader reader = key.read();
                        reader.text();
                        long next = goesOn(step, reader.number64(), reader.number64());
                        if (due.contains(Key.of(step.now()))) {
                            step.timers().cancel(next, key);
                        }
                    }
                }
            }
        };
    }

    private static Key period(long firstDue, long periodMs) {
        return Key.of().text(PERIOD).number(firstDue).number(periodMs).end();
    }

    private static boolean isPeriod(Key key) {
        return Bytes.startsWith(key.bytes(), Key.of(PERIOD).bytes());
    }

    /** The next time of a period that is due at this time, or was due at a multiple of it. */
    private static long goesOn(Step step, long due, long periodMs) {
        long next = step.timers().nextPeriod(due, periodMs);
        step.emit(NEXT_PERIODS, "", new TimerRow(next));
        return next;
    }
}
