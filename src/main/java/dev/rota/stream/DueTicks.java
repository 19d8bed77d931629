package dev.rota.stream;

import dev.rota.engine.LogRecord;
import dev.rota.engine.PartitionMachine;
import dev.rota.engine.UnitState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Asks for Ticks of one log partition: for a unit whose timers are due by the broker's clock, when no Tick of its is on
 * the way.
 */
final class DueTicks {

    /** Ticks on the way at most, so that a night's worth of units does not come in one burst. */
    private static final int UNANSWERED_MAX = 1_000;

    /** A Tick that was neither read back nor reported lost is given up after this. */
    private static final long UNANSWERED_MS_MAX = 30_000;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final Ticks ticks;
    private final BrokerClock clock = new BrokerClock();
    /** When a unit's Tick was sent. The producer's thread removes what failed. */
    private final Map<String, Long> unanswered = new ConcurrentHashMap<>();

    DueTicks(int partition, Supplier<PartitionMachine> machine, Ticks ticks) {
        this.partition = partition;
        this.machine = machine;
        this.ticks = ticks;
    }

    /** A record was read back. */
    void read(long logTime, long ourTime) {
        clock.learn(logTime, ourTime);
    }

    /**
     * A Tick was applied. Where its unit is due still, the next one is sent at once: a step that continues in dozens of
     * others would wait as many intervals.
     */
    void answered(LogRecord.Tick tick, long ourTime) {
        unanswered.remove(tick.unit());
        UnitState state = machine.get().unit(tick.unit());
        if (state != null && state.getNextDue() <= tick.at().time()) {
            send(tick.unit(), ourTime);
        }
    }

    /** Sends what is due. */
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
