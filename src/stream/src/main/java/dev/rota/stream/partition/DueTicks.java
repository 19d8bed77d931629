package dev.rota.stream.partition;

import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.DueUnits;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.stream.attendance.AttendedPartition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Appends Ticks for one log partition: for each unit with a timer that may fire and no Tick in flight. A plain timer
 * may fire when it is due by the broker's clock, an attended one when the attended time has reached it.
 */
public final class DueTicks {

    /** The most Ticks in flight, so that a backlog of due units does not arrive in one burst. */
    private static final int UNANSWERED_MAX = 1_000;

    /** The time after which a Tick that was neither read back nor reported as failed counts as lost. */
    private static final long UNANSWERED_MS_MAX = 30_000;

    /** How often a Tick is sent to learn the time if the broker's clock seems to be behind. */
    private static final long ASK_MS = 10_000;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final Ticks ticks;
    private final AttendedPartition attended;
    private final BrokerClock clock = new BrokerClock();
    /** When each unit's Tick was sent. The producer's thread removes failed ones. */
    private final Map<String, Long> unanswered = new ConcurrentHashMap<>();

    /** True if the attended time of the rows has been taken over. */
    private boolean resumed;

    /** When the broker's clock was last checked for being behind. */
    private long asked;

    public DueTicks(int partition, Supplier<PartitionMachine> machine, Ticks ticks, AttendedPartition attended) {
        this.partition = partition;
        this.machine = machine;
        this.ticks = ticks;
        this.attended = attended;
    }

    /** Adds a record's append time as a sample for the clock. */
    public void read(long logTime, long ourTime) {
        clock.learn(logTime, ourTime);
        attended.appended(logTime);
    }

    /**
     * Notes that a Tick was applied. If more of its unit's timers may fire, the next one is sent at once: otherwise a
     * step with dozens of continuations would wait dozens of intervals.
     */
    public void answered(LogRecord.Tick tick, long ourTime) {
        unanswered.remove(tick.unit());
        attended.applied(tick.attended());
        UnitState state = machine.get().unit(tick.unit());
        if (state != null
                && (state.getNextDue() <= tick.at().time()
                        || state.getNextAttendedDue() <= attended.attended().to())) {
            send(tick.unit(), ourTime);
        }
    }

    /** Appends the Ticks that are due. Called only while the partition follows its log. */
    public void send(long ourTime) {
        if (!resumed) {
            attended.applied(machine.get().attended());
            resumed = true;
        }
        DueUnits due = machine.get().due();
        long brokerTime = clock.at(ourTime);
        attended.nextDue(due.nextAttended());
        if (due.next() <= brokerTime) {
            due.at(brokerTime, UNANSWERED_MAX).forEach(unit -> sendUnlessSent(unit, ourTime));
        } else if (ourTime - asked >= ASK_MS) {
            asked = ourTime;
            due.at(Times.NEVER - 1, 1).forEach(unit -> askForTheTime(unit, brokerTime, ourTime));
        }
        long attendedTo = attended.attended().to();
        if (due.nextAttended() <= attendedTo) {
            due.attendedAt(attendedTo, UNANSWERED_MAX).forEach(unit -> sendUnlessSent(unit, ourTime));
        } else if (attended.needsRecord(brokerTime)) {
            // a Tick at which nothing fires, only for its append time
            due.attendedAt(Times.NEVER - 1, 1).forEach(unit -> sendUnlessSent(unit, ourTime));
        }
    }

    /**
     * Sends a Tick to learn the time if the broker's clock seems to be behind what it has been: it was set back, or
     * this instance has just resumed the partition and its own clock is behind. While nothing is appended, only a Tick
     * provides the time.
     */
    private void askForTheTime(String unit, long brokerTime, long ourTime) {
        UnitState state = machine.get().unit(unit);
        if (state != null && brokerTime < state.getNow()) {
            sendUnlessSent(unit, ourTime);
        }
    }

    /** Returns for how many milliseconds the first plain timer has been due; it fires once the log has its Tick. */
    public long late(long ourTime) {
        return Math.max(0, clock.at(ourTime) - machine.get().due().next());
    }

    private void sendUnlessSent(String unit, long ourTime) {
        Long sent = unanswered.get(unit);
        if (sent == null || ourTime - sent >= UNANSWERED_MS_MAX) {
            send(unit, ourTime);
        }
    }

    private void send(String unit, long ourTime) {
        unanswered.put(unit, ourTime);
        UnitState state = machine.get().unit(unit);
        boolean measured = state != null && state.getNextAttendedDue() != Times.NEVER;
        AttendedTime carried = measured ? attended.attended() : AttendedTime.NONE;
        ticks.append(partition, unit, carried, () -> unanswered.remove(unit));
    }
}
