package dev.rota.stream;

import dev.rota.engine.PartitionMachine;
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

    void answered(String unit) {
        unanswered.remove(unit);
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
                unanswered.put(unit, ourTime);
                ticks.append(partition, unit, () -> unanswered.remove(unit));
            }
        }
    }
}
