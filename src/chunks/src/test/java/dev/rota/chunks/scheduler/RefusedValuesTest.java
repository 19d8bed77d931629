package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.id;
import static dev.rota.chunks.scheduler.ChunksLog.listed;
import static dev.rota.chunks.scheduler.ChunksLog.policyOf;
import static dev.rota.chunks.scheduler.ChunksLog.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Chunk;
import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerFlagged;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.Rejection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the schema allows and the contract does not are refused by intake, before any network. */
class RefusedValuesTest {

    private static final String TOO_LONG = "i".repeat(Limits.ID_BYTES_MAX + 1);

    private static final String TOO_LONG_IN_BYTES = "ü".repeat(129);

    private final ChunksLog unit = ChunksLog.warm();

    static Stream<Arguments> refused() {
        WorkerPing ping = new WorkerPing("1.0.0", 1L, 1L, null);
        List<Chunk> chunks = List.of(new Chunk(id(1), 1L));
        return Stream.of(
                value(listed("", chunks), "dataset to be an id, but it is empty"),
                value(listed(TOO_LONG, chunks), "dataset to have at most 256 bytes, but it has 257"),
                value(listed(TOO_LONG_IN_BYTES, chunks), "dataset to have at most 256 bytes, but it has 258"),
                value(new ListingEvent(NETWORK, "", new DatasetRemoved()), "dataset to be an id"),
                value(worker("", ping), "worker to be an id, but it is empty"),
                value(worker(TOO_LONG, ping), "worker to have at most 256 bytes, but it has 257"),
                value(worker(TOO_LONG, new WorkerGone()), "worker to have at most 256 bytes"),
                value(worker("", new WorkerFlagged(true, "")), "worker to be an id"),
                value(worker("w", new WorkerPing(TOO_LONG, null, null, null)), "version to have at most 256 bytes"),
                value(
                        worker("w", new WorkerPing(null, -1L, null, null)),
                        "capacityBytes to be at least 0, but it is -1"),
                value(worker("w", new WorkerPing(null, null, Long.MIN_VALUE, null)), "storedBytes to be at least 0"),
                value(policyOf(policy -> policy.setSaturation(Double.NaN)), "saturation to be a number, but it is NaN"),
                value(
                        policyOf(policy -> policy.setDatasets(List.of(new DatasetPolicy("", List.of())))),
                        "a policy's dataset to be an id"),
                value(
                        policyOf(policy -> policy.setDatasets(List.of(new DatasetPolicy(TOO_LONG, List.of())))),
                        "a policy's dataset to have at most 256 bytes"),
                unit(new ListingEvent("", "a", new DatasetRemoved()), "network to be an id, but it is empty"),
                unit(new WorkerEvent(TOO_LONG, "w", ping), "network to have at most 256 bytes, but it has 257"),
                unit(new EpochRequest(TOO_LONG_IN_BYTES, false), "network to have at most 256 bytes, but it has 258"),
                unit(PlacementPolicy.newBuilder().setNetwork("").build(), "network to be an id"));
    }

    private static Arguments value(SpecificRecord event, String said) {
        return Arguments.of("VALUE_INVALID", event, said);
    }

    private static Arguments unit(SpecificRecord event, String said) {
        return Arguments.of("UNIT_INVALID", event, said);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseInvalidValues(String reason, SpecificRecord event, String said) {
        List<Decision> decided = unit.decide(event);

        assertThat(decided).singleElement().satisfies(decision -> {
            assertThat(decision.unit()).isEmpty();
            Rejection rejection = (Rejection) decision.value();
            assertThat(rejection.getReason()).isEqualTo(reason);
            assertThat(rejection.getMessage()).startsWith("expected ").contains(said);
        });
        assertThat(unit.log().knows(NETWORK)).isFalse();
    }

    @Test
    void shouldAcceptIdsOfTheGreatestLength() {
        String longest = "i".repeat(Limits.ID_BYTES_MAX);
        assertThat(unit.list(longest, 1, 1)).containsExactly(longest + " from 0: 1 listed, removed []");
        assertThat(unit.ping(longest, longest, 10L)).containsExactly(longest + " ONLINE " + longest);
        assertThat(ChunksLog.said(unit.epoch())).contains(longest + " OK: 0");
    }

    @Test
    void shouldReadAnEmptyVersionAsUnknown() {
        unit.policy(policy -> policy.setMinVersion("0.0.0-0"));
        assertThat(unit.ping("w", "", 10L)).containsExactly("w UNSUPPORTED_VERSION ");
        assertThat(unit.ping("v", null, 10L)).containsExactly("v UNSUPPORTED_VERSION null");
    }
}
