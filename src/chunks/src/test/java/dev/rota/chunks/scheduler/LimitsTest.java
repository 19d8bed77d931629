package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.ChunkBlock;
import dev.rota.chunks.DatasetRemoved;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs that are too large for one record are published in parts, and empty rows are deleted. */
class LimitsTest {

    private static final int EVENT_CHUNKS = 20_000;

    private static List<CatalogEntry> entries(List<Decision> decided) {
        return decided.stream().map(one -> (CatalogEntry) one.value()).toList();
    }

    private static List<WorkerAssignment> assignments(List<Decision> decided) {
        return decided.stream()
                .filter(one -> one.value() instanceof WorkerAssignment)
                .map(one -> (WorkerAssignment) one.value())
                .toList();
    }

    private static Epoch epoch(List<Decision> decided) {
        return (Epoch) decided.stream()
                .filter(one -> !(one.value() instanceof Checkpoint))
                .reduce((one, next) -> next)
                .orElseThrow()
                .value();
    }

    private static int blocks(TestLog log) {
        int rows = 0;
        try (Table.Cursor<ChunkBlock> cursor =
                log.table(ChunksTables.CHUNKS, NETWORK).scan(Key.EMPTY)) {
            while (cursor.next() != null) {
                rows++;
            }
        }
        return rows;
    }

    @Test
    void shouldPublishALargeListingInParts() {
        // given
        ChunksLog unit = ChunksLog.warm();
        unit.list("b", 1, 1);

        // when
        List<CatalogEntry> listed = entries(unit.listMany("a", 0, 2_500));

        // then
        assertThat(listed).extracting(CatalogEntry::getFirstNumber).containsExactly(1, 1_001, 2_001);
        assertThat(listed).extracting(entry -> entry.getChunks().size()).containsExactly(1_000, 1_000, 500);
        assertThat(listed.get(1).getChunks().get(0).getId()).isEqualTo(id(1_000));
        assertThat(listed).allMatch(entry -> entry.getRemoved().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPublishALargeRemovalInParts(boolean cold) {
        // given a dataset whose numbers are not in the order of its ids
        ChunksLog unit = ChunksLog.of(cold);
        unit.listMany("a", 1_500, 1_000);
        unit.list("b", 1, 1);
        unit.listMany("a", 0, 1_500);

        // when
        List<CatalogEntry> removed = entries(unit.decide(new ListingEvent(NETWORK, "a", new DatasetRemoved())));

        // then
        assertThat(removed).extracting(CatalogEntry::getFirstNumber).containsOnly(2_501);
        assertThat(removed).extracting(entry -> entry.getRemoved().size()).containsExactly(1_000, 1_000, 500);
        assertThat(removed).allMatch(entry -> entry.getChunks().isEmpty());
        assertThat(removed.stream().flatMap(entry -> entry.getRemoved().stream()))
                .containsExactlyElementsOf(IntStream.rangeClosed(0, 2_500)
                        .filter(number -> number != 1_000)
                        .boxed()
                        .toList());
        assertThat(blocks(unit.log())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepNoRowOfRemovedChunks(boolean cold) {
        // given numbers 0..199 in blocks of 64
        ChunksLog unit = ChunksLog.of(cold);
        unit.listMany("a", 0, 200);
        assertThat(blocks(unit.log())).isEqualTo(4);

        // then a block's row is deleted with its last chunk
        unit.remove("a", IntStream.range(65, 128).asLongStream().toArray());
        assertThat(blocks(unit.log())).isEqualTo(4);
        unit.remove("a", 64);
        assertThat(blocks(unit.log())).isEqualTo(3);

        // and the other blocks are unchanged
        unit.ping("w", null, 1_000L);
        assertThat(ChunksLog.numbers(assignments(unit.epoch()).get(0)))
                .containsExactlyElementsOf(IntStream.range(0, 200)
                        .filter(number -> number < 64 || number >= 128)
                        .boxed()
                        .toList());
        assertThat(unit.list("a", 1, 64)).containsExactly("a from 200: 1 listed, removed []");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAssignInParts(boolean cold) {
        // given
        ChunksLog unit = ChunksLog.of(cold);
        unit.policy(policy -> policy.setRings(10));
        unit.ping("w", null, 1_000_000L);
        for (int from = 0; from < 200_000; from += EVENT_CHUNKS) {
            unit.listMany("a", from, EVENT_CHUNKS);
        }

        // when
        List<Decision> decided = unit.epoch();

        // then
        List<WorkerAssignment> parts = assignments(decided);
        assertThat(parts).extracting(WorkerAssignment::getPart).containsExactly(1, 2);
        assertThat(parts)
                .allMatch(
                        part -> part.getParts() == 2 && part.getChunkCount() == 200_000 && part.getBytes() == 200_000);
        List<Integer> numbers = new ArrayList<>();
        parts.forEach(part -> numbers.addAll(ChunksLog.numbers(part)));
        assertThat(numbers.equals(IntStream.range(0, 200_000).boxed().toList())).isTrue();
        assertThat(rows(unit.log())).containsExactly(150_000, 50_000);
        assertThat(epoch(decided).getReplicasAdded()).isEqualTo(200_000);

        // and when the share shrinks, no row of a former part remains
        for (int from = 100_000; from < 160_000; from += EVENT_CHUNKS) {
            unit.remove(
                    "a",
                    IntStream.range(from, from + EVENT_CHUNKS).asLongStream().toArray());
        }
        List<Decision> shrunk = unit.epoch();
        assertThat(assignments(shrunk)).singleElement().satisfies(part -> {
            assertThat(part.getParts()).isEqualTo(1);
            assertThat(part.getChunkCount()).isEqualTo(140_000);
        });
        assertThat(rows(unit.log())).containsExactly(140_000);
        assertThat(epoch(shrunk).getReplicasRemoved()).isEqualTo(60_000);
        assertThat(epoch(shrunk).getReplicasAdded()).isZero();

        // and no row of a worker that has left remains
        unit.ping("v", null, 1_000_000L);
        unit.say(ChunksLog.worker("w", new WorkerGone()));
        Epoch moved = epoch(unit.epoch());
        assertThat(moved.getReplicasAdded()).isEqualTo(140_000);
        assertThat(moved.getReplicasRemoved()).isEqualTo(140_000);
        assertThat(rows(unit.log())).containsExactly(140_000);
    }

    private static List<Integer> rows(TestLog log) {
        List<Integer> counts = new ArrayList<>();
        try (Table.Cursor<AssignmentRow> cursor =
                log.table(ChunksTables.ASSIGNMENTS, NETWORK).scan(Key.EMPTY)) {
            for (Table.Entry<AssignmentRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                counts.add(Objects.requireNonNull(entry).row().getCount());
            }
        }
        return counts;
    }
}
