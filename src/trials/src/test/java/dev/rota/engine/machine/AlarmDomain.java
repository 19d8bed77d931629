package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.DueTimers;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Step;
import dev.rota.engine.TableType;
import dev.rota.engine.TimerRow;
import dev.rota.engine.TimerType;
import java.util.List;

/**
 * Tests timers. An event is a due time: it sets a timer for it or, if the time has passed, one that always sets itself
 * again. Each timer that fires emits the unit's time. A period emits when it will fire after its next time, and ends if
 * it fires together with an alarm.
 */
public final class AlarmDomain implements Domain {

    static final Input<SourceRow> ALARMS = new Input<>("alarms.set", SourceRow.class, alarm -> "unit");
    static final Input<TimerRow> PERIODS = new Input<>("alarms.periods", TimerRow.class, period -> "unit");
    static final Output<SourceRow> RINGS = Output.of("alarms.rings", SourceRow.class);

    static final Output<TimerRow> NEXT_PERIODS = Output.of("alarms.next-periods", TimerRow.class);

    /** A timer that sets itself again at once. */
    private static final TimerType<Void> INSISTENT = TimerType.ofUnit('i');

    private static final TimerType<Period> PERIOD = TimerType.of(
            'p',
            (key, period) -> key.number(period.firstDue()).number(period.periodMs()),
            key -> new Period(key.number64(), key.number64()));

    /** A timer that carries its due time. */
    static final TimerType<Long> ALARM = TimerType.of('z', (key, due) -> key.number((long) due), Key.Reader::number64);

    private record Period(long firstDue, long periodMs) {}

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
        return () -> Handlers.of()
                .on(TimerRow.class, AlarmDomain::begin)
                .on(SourceRow.class, AlarmDomain::set)
                .timers(AlarmDomain::ring, ALARM, PERIOD)
                .timer(INSISTENT, step -> {
                    step.emit(RINGS, "", new SourceRow(step.now()));
                    step.timers().set(step.now(), INSISTENT.key());
                });
    }

    private static void begin(Step step, TimerRow row) {
        long periodMs = row.getPeriodMs();
        long due = step.now() + periodMs;
        step.timers().setPeriodic(due, PERIOD.key(new Period(due, periodMs)), periodMs);
        goesOn(step, due, periodMs);
    }

    private static void set(Step step, SourceRow alarm) {
        long due = alarm.getOffset();
        step.timers().set(due, due < 0 ? INSISTENT.key() : ALARM.key(due));
    }

    private static void ring(Step step, DueTimers due) {
        for (Period period : due.of(PERIOD)) {
            step.emit(RINGS, "", new SourceRow(step.now()));
            long next = goesOn(step, period.firstDue(), period.periodMs());
            if (due.has(ALARM)) {
                step.timers().cancel(next, PERIOD.key(period));
            }
        }
        due.of(ALARM).forEach(alarm -> step.emit(RINGS, "", new SourceRow(step.now())));
    }

    /** Emits and returns the next time of a period that is due at this time, or was due at a multiple of it. */
    private static long goesOn(Step step, long due, long periodMs) {
        long next = step.timers().nextPeriod(due, periodMs);
        step.emit(NEXT_PERIODS, "", new TimerRow(next));
        return next;
    }
}
