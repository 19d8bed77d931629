package dev.rota.shards.scheduler;

import static dev.rota.shards.scheduler.TestPool.transaction;
import static dev.rota.shards.scheduler.TestPool.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.Rejection;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the schema allows and the contract does not are refused by intake, before any pool. */
class RefusedValuesTest {

    private static final String TOO_LONG = "i".repeat(Limits.ID_BYTES_MAX + 1);

    private static final String TOO_LONG_IN_BYTES = "\u00fc".repeat(129);

    private final TestPool pool = TestPool.warm();

    static Stream<Arguments> refused() {
        WorkerReady ready = new WorkerReady(1, "", 0);
        ByteBuffer nothing = ByteBuffer.allocate(0);
        return Stream.of(
                value(transaction("", "t", 1), "shard to be an id, but it is empty"),
                value(transaction(TOO_LONG, "t", 1), "shard to have at most 256 bytes, but it has 257"),
                value(transaction("s", "", 1), "id to be an id, but it is empty"),
                value(transaction("s", TOO_LONG_IN_BYTES, 1), "id to have at most 256 bytes, but it has 258"),
                value(worker("", ready), "worker to be an id, but it is empty"),
                value(worker("", new WorkerLeft("")), "worker to be an id, but it is empty"),
                value(worker(TOO_LONG, new WorkerLeft("")), "worker to have at most 256 bytes"),
                value(worker("w", new WorkerReady(-1, "", 0)), "slots in 0..100000, but it is -1"),
                value(worker("w", new WorkerReady(100_001, "", 0)), "slots in 0..100000, but it is 100001"),
                value(worker("w", new WorkerReady(Integer.MIN_VALUE, "", 0)), "slots in 0..100000"),
                value(worker("w", new WorkerReady(1, TOO_LONG, 0)), "incarnation to have at most 256 bytes"),
                value(report("", 0), "shard to be an id, but it is empty"),
                value(report(TOO_LONG, 0), "shard to have at most 256 bytes"),
                value(report("s", -1), "elapsedMs to be at least 0, but it is -1"),
                value(report("s", Long.MIN_VALUE), "elapsedMs to be at least 0"),
                value(control(new ShardPaused("")), "shard to be an id, but it is empty"),
                value(control(new ShardResumed(TOO_LONG)), "shard to have at most 256 bytes"),
                value(environment(TestPool.POOL, TOO_LONG, ""), "sequencer to have at most 256 bytes"),
                value(environment(TestPool.POOL, "", TOO_LONG), "protocolVersion to have at most 256 bytes"),
                unit(Transactions.of("", "s", "t", nothing), "pool to be an id, but it is empty"),
                unit(new WorkerEvent(TOO_LONG, "w", ready), "pool to have at most 256 bytes, but it has 257"),
                unit(environment(TOO_LONG_IN_BYTES, "", ""), "pool to have at most 256 bytes, but it has 258"),
                unit(new PoolControl("", new ShardPaused("s")), "pool to be an id"));
    }

    private static Arguments value(SpecificRecord event, String said) {
        return Arguments.of("VALUE_INVALID", event, said);
    }

    private static Arguments unit(SpecificRecord event, String said) {
        return Arguments.of("UNIT_INVALID", event, said);
    }

    private static WorkerEvent report(String shard, long elapsedMs) {
        return worker(
                "w",
                BatchExecuted.newBuilder()
                        .setShard(shard)
                        .setToken(1L)
                        .setBatch(1)
                        .setElapsedMs(elapsedMs)
                        .build());
    }

    private static PoolControl control(SpecificRecord event) {
        return new PoolControl(TestPool.POOL, event);
    }

    private static BlockEnvironment environment(String pool, String sequencer, String protocolVersion) {
        return BlockEnvironment.newBuilder()
                .setPool(pool)
                .setNumber(1L)
                .setTimestamp(1L)
                .setSequencer(sequencer)
                .setProtocolVersion(protocolVersion)
                .build();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseInvalidValues(String reason, SpecificRecord event, String said) {
        List<Decision> decided = pool.decide(event);

        assertThat(decided).singleElement().satisfies(decision -> {
            assertThat(decision.unit()).isEmpty();
            Rejection rejection = (Rejection) decision.value();
            assertThat(rejection.getReason()).isEqualTo(reason);
            assertThat(rejection.getMessage()).startsWith("expected ").contains(said);
        });
        assertThat(pool.log().knows(TestPool.POOL)).isFalse();
    }

    @Test
    void shouldAcceptBoundaryValues() {
        String longest = "i".repeat(Limits.ID_BYTES_MAX);
        assertThat(pool.say(environment(TestPool.POOL, "", ""))).isEmpty();
        assertThat(pool.say(environment(TestPool.POOL, longest, longest))).isEmpty();
        assertThat(pool.say(worker(longest, new WorkerReady(100_000, longest, 0))))
                .isEmpty();
        assertThat(pool.say(worker("w", new WorkerReady(0, "", 0)))).isEmpty();
        assertThat(pool.send(longest, longest))
                .containsExactly(
                        longest + " PENDING SCHEDULED",
                        longest + " RUNNING DISPATCHED",
                        longest + " to " + longest + " 1/1: [" + longest + "]");
        assertThat(pool.execute(longest)).containsExactly(longest + " block 1", longest + " IDLE DRAINED");
    }
}
