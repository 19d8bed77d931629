package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Transaction;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests which pools' backlogs are measured for intake, of any number of pools. */
class PoolBacklogTest {

    private static final int MANY = 1_000;

    private final TestLog log = TestLog.warm(new ShardsDomain());
    private long time = 1;

    private void feed(String pool, boolean isAdopted) {
        log.take(new Moment(++time, "shards.transactions", transaction(pool), isAdopted));
    }

    private Transaction transaction(String pool) {
        return Transaction.newBuilder()
                .setPool(pool)
                .setShard("s")
                .setId("t" + time)
                .setPayload(ByteBuffer.wrap(new byte[0]))
                .build();
    }

    private Map<String, Long> measured(List<String> others, long much) {
        return log.machine().reports().backlogs(others, much);
    }

    @Test
    void shouldMeasureAPoolBehindAnyNumberOfOthers() {
        for (int i = 0; i < MANY; i++) {
            feed("pool-" + i, false);
        }
        feed("z", true);
        feed("z", true);

        assertThat(measured(List.of(), 2)).isEqualTo(Map.of("z", 2L));
        feed("z", false);
        assertThat(measured(List.of(), 4)).isEqualTo(Map.of("z", 3L));
        assertThat(measured(List.of(), 4)).isEmpty();
        assertThat(measured(List.of("z", "gone"), 4)).isEqualTo(Map.of("z", 3L, "gone", 0L));
    }

    @Test
    void shouldMeasureManyPoolsInTurn() {
        for (int i = 0; i < MANY; i++) {
            feed("pool-" + i, true);
        }
        Map<String, Long> all = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            all.putAll(measured(List.of(), 1));
        }

        assertThat(all)
                .hasSize(MANY)
                .allSatisfy((pool, pending) -> assertThat(pending).isEqualTo(1));
    }

    @Test
    void shouldMeasureAPoolThatMustBeLoadedFirst() {
        TestLog cold = TestLog.cold(new ShardsDomain());
        cold.take(new Moment(5, "shards.transactions", transaction("z"), true));

        Map<String, Long> measured = cold.machine().reports().backlogs(List.of("z"), 1);
        while (measured.isEmpty()) {
            measured = cold.machine().reports().backlogs(List.of(), 1);
        }
        assertThat(measured).isEqualTo(Map.of("z", 1L));
    }
}
