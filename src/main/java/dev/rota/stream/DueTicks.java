package dev.rota.stream;

import dev.rota.engine.LogRecord;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.UnitState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Appends Ticks for one log partition: for each unit with a timer due by the broker's clock and no Tick in flight. */
final class DueTicks {

    /** The most Ticks in flight, so that a backlog of due units does not arrive in one burst. */
    private static final int UNANSWERED_MAX = 1_000;

    /** A Tick neither read back nor reported as failed counts as lost after this. */
    private static final long UNANSWERED_MS_MAX = 30_000;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final Ticks ticks;
    private final BrokerClock clock = new BrokerClock();
    /** When each unit's Tick was sent. The producer's thread removes failed ones. */
    private final Map<String, Long> unanswered = new ConcurrentHashMap<>();

    DueTicks(int partition, Supplier<PartitionMachine> machine, Ticks ticks) {
        this.partition = partition;
        this.machine = machine;
        this.ticks = ticks;
    }

    /** Takes a record's append time as a sample for the clock. */
    void read(long logTime, long ourTime) {
        clock.learn(logTime, ourTime);
    }

    /**
     * A Tick was applied. If its unit is still due, the next one is sent at once: otherwise a step with dozens of
     * continuations would wait as many intervals.
     */
    void answered(LogRecord.Tick tick, long ourTime) {
        unanswered.remove(tick.unit());
        UnitState state = machine.get().unit(tick.unit());
        if (state != null && state.getNextDue() <= tick.at().time()) {
            send(tick.unit(), ourTime);
        }
    }

    /** Appends the Ticks that are due. */
    void send(long ourTime) {
        long brokerTime = clock.at(ourTime);
        if (machine.get().nextDue() > brokerTime) {
            return;
        }
        for (String unit : machine.get().unitsDue(brokerTime, UNANSWERED_MAX)) {
            Long sent = unanswered.get(unit);
            if (sent == null || ourTime - sent >= UNANSWERED_MS_MAX) {
                send(unit, ourTime);
            }
        }
    }

    private void send(String unit, long ourTime) {
        unanswered.put(unit, ourTime);
        ticks.append(partition, unit, () -> unanswered.remove(unit));
    }
}
