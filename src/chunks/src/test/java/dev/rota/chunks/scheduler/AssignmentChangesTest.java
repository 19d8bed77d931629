package dev.rota.chunks.scheduler;

import static dev.rota.chunks.scheduler.ChunksLog.NETWORK;
import static dev.rota.chunks.scheduler.ChunksLog.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentChange;
import dev.rota.chunks.AssignmentRow;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.assignment.AssignmentInForce;
import dev.rota.chunks.epoch.Network;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.engine.Decision;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs that change little of each share write only the changes, and each share's rows now and then. */
class AssignmentChangesTest {

    private static final int WORKERS = 6;
    private static final int EPOCHS = 60;
    private static final int CHUNKS = 300;

    /** A worker's capacity, with room for two or three replicas of each chunk. */
    private static final long CAPACITY = 160L;

    private final ChunksLog warm = ChunksLog.of(false);

    /** Logs that read all rows for each event, and that write several events in one transaction. */
    private final ChunksLog cold = ChunksLog.of(true);

    private final ChunksLog buffered = new ChunksLog(TestLog.buffered(new ChunksDomain(), new CountedStore()));

    private List<Decision> all(Function<ChunksLog, List<Decision>> event) {
        List<Decision> decided = event.apply(warm);
        assertThat(texts(event.apply(cold))).isEqualTo(texts(decided));
        assertThat(texts(event.apply(buffered))).isEqualTo(texts(decided));
        return decided;
    }

    private static List<String> texts(List<Decision> decided) {
        return decided.stream()
                .map(one -> one.seq() + " " + one.output().topic() + " " + one.time() + " " + one.value())
                .toList();
    }

    private void say(SpecificRecord event) {
        all(log -> log.decide(event));
    }

    private static <R extends SpecificRecord> Map<Key, R> rows(TestLog log, TableType<R> type) {
        Map<Key, R> rows = new TreeMap<>();
        try (Table.Cursor<R> cursor = log.table(type, NETWORK).scan(Key.EMPTY)) {
            for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                rows.put(entry.key(), entry.row());
            }
        }
        return rows;
    }

    /**
     * Asserts that each worker's numbers in the rows are those that the epochs published, also if the rows are read one
     * by one.
     */
    private void assertInForce(Map<WorkerId, int[]> published) {
        Tables tables = warm.log().tables(NETWORK);
        Network parts = new Network(tables);
        int reads = 1;
        while (!parts.readSome(1)) {
            reads++;
        }
        assertThat(reads)
                .isGreaterThan(rows(warm.log(), ChunksTables.ASSIGNMENT_CHANGES).size());
        assertThat(parts.published().all().keySet()).isEqualTo(published.keySet());
        published.forEach((worker, numbers) -> {
            assertThat(PackedNumbers.of(AssignmentInForce.share(tables, worker)))
                    .as("share of " + worker)
                    .isEqualTo(numbers);
            assertThat(PackedNumbers.of(parts.published().of(worker)))
                    .as("share of " + worker)
                    .isEqualTo(numbers);
        });
    }

    private static Map<WorkerId, int[]> assignments(List<Decision> decided) {
        Map<WorkerId, int[]> assignments = new TreeMap<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof WorkerAssignment assignment) {
                assignments.put(
                        WorkerId.of(assignment.getWorker()),
                        ChunksLog.numbers(assignment).stream()
                                .mapToInt(Integer::intValue)
                                .toArray());
            }
        }
        return assignments;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void shouldDecideColdAsWarmAndKeepWhatWasPublished(long seed) {
        // given
        SplittableRandom random = new SplittableRandom(seed);
        all(log -> log.decide(ChunksLog.policyOf(policy ->
                policy.setRings(20).setMinReplication(2).setSaturation(0.9).setCapacityBytes(CAPACITY))));
        for (int i = 0; i < WORKERS; i++) {
            say(worker("w" + i, new WorkerPing(null, null, null, null)));
        }
        all(log -> log.listMany("a", 0, CHUNKS));
        Map<WorkerId, int[]> published = new TreeMap<>();
        int changed = 0;
        int removed = 0;
        int rewritten = 0;

        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            // when
            Map<Key, AssignmentRow> before = rows(warm.log(), ChunksTables.ASSIGNMENTS);
            int first = CHUNKS + epoch;
            int gone = random.nextInt(CHUNKS);
            all(log -> log.listMany("a", first, 1));
            all(log -> log.decide(ChunksLog.removed("a", List.of(ChunksLog.id(gone)))));
            String some = "w" + random.nextInt(WORKERS);
            switch (random.nextInt(12)) {
                case 0 -> say(worker(some, new WorkerGone()));
                case 1 -> say(worker("0x" + WorkerId.of(some).hex(), new WorkerPing(null, null, null, null)));
                case 2 -> say(worker(some, new WorkerPing(null, null, null, (long) epoch)));
                default -> say(worker(some, new WorkerPing(null, null, null, null)));
            }
            List<Decision> decided = all(ChunksLog::epoch);

            // then
            Map<WorkerId, int[]> said = assignments(decided);
            // a refused epoch leaves the assignment in force
            published = said.isEmpty() ? published : said;
            assertInForce(published);
            Map<Key, AssignmentRow> after = rows(warm.log(), ChunksTables.ASSIGNMENTS);
            Map<Key, AssignmentChange> changes = rows(warm.log(), ChunksTables.ASSIGNMENT_CHANGES);
            changed += changes.isEmpty() ? 0 : 1;
            removed += changes.values().stream()
                    .mapToInt(AssignmentChange::getRemoved)
                    .sum();
            rewritten += epoch == 0 || before.equals(after) ? 0 : 1;
            for (ChunksLog other : List.of(cold, buffered)) {
                assertThat(rows(other.log(), ChunksTables.ASSIGNMENTS)).isEqualTo(after);
                assertThat(rows(other.log(), ChunksTables.ASSIGNMENT_CHANGES)).isEqualTo(changes);
            }
            if (random.nextInt(3) == 0) {
                buffered.log().flush();
            }
        }
        assertThat(changed).isGreaterThan(EPOCHS / 2);
        assertThat(removed).isPositive();
        assertThat(rewritten).isBetween(1, EPOCHS - 2);
        assertThat(cold.log().chain(NETWORK)).isEqualTo(warm.log().chain(NETWORK));
        assertThat(buffered.log().chain(NETWORK)).isEqualTo(warm.log().chain(NETWORK));
    }

    /** The number of a share's changes stays small, and their keys are the share's first places without a gap. */
    @Test
    void shouldKeepFewChanges() {
        // given
        warm.policy(policy -> policy.setRings(20).setMinReplication(1).setCapacityBytes(10_000L));
        warm.ping("w", null, null);
        warm.listMany("a", 0, CHUNKS);
        warm.epoch();
        int most = 0;
        int least = Integer.MAX_VALUE;

        for (int epoch = 0; epoch < 2 * EPOCHS; epoch++) {
            // when
            warm.list("a", 1L, 1_000 + epoch);
            warm.epoch();

            // then
            Key[] keys =
                    rows(warm.log(), ChunksTables.ASSIGNMENT_CHANGES).keySet().toArray(new Key[0]);
            Key[] expected = new Key[keys.length];
            Arrays.setAll(
                    expected,
                    place -> Key.of().text(WorkerId.of("w").hex()).number(place).end());
            assertThat(keys).containsExactly(expected);
            most = Math.max(most, keys.length);
            least = Math.min(least, keys.length);
        }
        assertThat(most).isBetween(8, 23);
        assertThat(least).isZero();
    }
}
