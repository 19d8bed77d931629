package dev.rota.chunks.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.NetworkAssignment;
import dev.rota.chunks.PlacedChunk;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerChunks;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.chunks.scheduler.DecidedOutputs;
import dev.rota.chunks.scheduler.Deciders;
import dev.rota.chunks.scheduler.Profile;
import dev.rota.chunks.scheduler.RandomHistory;
import dev.rota.chunks.scheduler.TestNetwork;
import dev.rota.engine.Decision;
import dev.rota.engine.Ids;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.testing.Decider;
import dev.rota.testing.TestLog;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the export of an epoch with its records. */
class EpochExportTest {

    private static final int SEEDS = Seeds.of(20, 4);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldExportWhatWasPublished(Profile profile) {
        int exported = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            // given
            DecidedOutputs outputs = decided(seed, profile);
            for (Epoch epoch : epochs(outputs)) {
                if (epoch.getStatus() == EpochStatus.PUBLISHED) {
                    // when
                    NetworkAssignment export = EpochExport.of(outputs, RandomHistory.NETWORK, epoch.getEpoch());
                    // then
                    assertThat(held(export)).isEqualTo(published(outputs, epoch.getEpoch()));
                    assertThat(export.getDigest()).isEqualTo(epoch.getDigest());
                    assertThat(export.getEffectiveFrom()).isEqualTo(epoch.getEffectiveFrom());
                    assertThat(export.getChunks()).hasSize((int) epoch.getChunks());
                    assertThat(export.getChunks())
                            .isSortedAccordingTo(Comparator.comparing(PlacedChunk::getDataset, Ids.BY_BYTES)
                                    .thenComparing(PlacedChunk::getId, Ids.BY_BYTES));
                    exported++;
                }
            }
        }
        assertThat(exported).isGreaterThan(SEEDS);
    }

    @Test
    void shouldTakeTheLastPublishedEpoch() {
        DecidedOutputs outputs = decided(1, Profile.TIGHT);
        long last = epochs(outputs).stream()
                .filter(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED)
                .mapToLong(Epoch::getEpoch)
                .max()
                .orElseThrow();

        assertThat(EpochExport.of(outputs, RandomHistory.NETWORK, null).getEpoch())
                .isEqualTo(last);
    }

    @Test
    void shouldSayWhyThereIsNoAssignment() {
        // given
        DecidedOutputs outputs = new DecidedOutputs();
        network(outputs).place();
        // then
        refuses(outputs, null, "expected a published epoch of network mainnet, but there is none");
        refuses(outputs, 1L, "expected epoch 1 of network mainnet to be published, but it was refused: NO_WORKERS,");
        refuses(outputs, 2L, "expected epoch 2 of network mainnet, but chunks.epochs has none of that number");
    }

    @Test
    void shouldNoticeMissingRecords() {
        refuses(
                without(decision -> decision.value() instanceof WorkerAssignment),
                null,
                "chunks.assignments has those of 2");
        refuses(without(decision -> decision.value() instanceof CatalogEntry), null, "chunks.catalog tells of 10");
        refuses(without(decision -> decision.value() instanceof Epoch), null, "expected a published epoch of network");
    }

    /** The digest of epochs covers numbers and sizes, and the reference's digest covers ids. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNoticeChangedRecords(boolean reference) {
        // given
        DecidedOutputs outputs = placed(reference);
        List<Decision> changed = new ArrayList<>();
        for (Decision decision : outputs.decided) {
            if (decision.value() instanceof CatalogEntry entry) {
                Chunk first = entry.getChunks().get(0);
                if (reference) {
                    first.put("id", first.getId() + "0");
                } else {
                    first.put("size", first.getSize() + 1);
                }
                changed.add(new Decision(
                        decision.output(),
                        decision.unit(),
                        decision.seq(),
                        decision.cause(),
                        decision.rules(),
                        decision.time(),
                        decision.key(),
                        entry,
                        ChunksTopics.CATALOG.codec().encode(entry)));
            } else {
                changed.add(decision);
            }
        }
        outputs.decided.clear();
        outputs.decided.addAll(changed);
        // then
        refuses(outputs, null, "but what the topics hold has ");
    }

    private static DecidedOutputs placed(boolean referenceDigest) {
        DecidedOutputs outputs = new DecidedOutputs();
        network(outputs)
                .policy(policy -> policy.setReferenceDigest(referenceDigest))
                .workers(0, 3, 1_000)
                .chunks(0, 10, 50)
                .chunks(10, 20, 50)
                .place();
        return outputs;
    }

    /** Returns outputs without the last record of a kind. */
    private static DecidedOutputs without(Predicate<Decision> kind) {
        DecidedOutputs outputs = placed(false);
        for (int i = outputs.decided.size() - 1; i >= 0; i--) {
            if (kind.test(outputs.decided.get(i))) {
                outputs.decided.remove(i);
                break;
            }
        }
        return outputs;
    }

    private static void refuses(DecidedOutputs outputs, @Nullable Long epoch, String why) {
        assertThatThrownBy(() -> EpochExport.of(outputs, RandomHistory.NETWORK, epoch))
                .isInstanceOf(NotThere.class)
                .hasMessageContaining(why);
    }

    private static TestNetwork network(DecidedOutputs outputs) {
        TestLog log = TestLog.warm(new ChunksDomain());
        return new TestNetwork(Deciders.scheduler(log, outputs.decided::addAll));
    }

    private static DecidedOutputs decided(long seed, Profile profile) {
        DecidedOutputs outputs = new DecidedOutputs();
        Decider<TimedDecision> scheduler =
                Deciders.scheduler(TestLog.warm(new ChunksDomain()), outputs.decided::addAll);
        RandomHistory.of(seed, profile).forEach(scheduler::take);
        return outputs;
    }

    private static List<Epoch> epochs(DecidedOutputs outputs) {
        return outputs.decided.stream()
                .filter(decision -> decision.value() instanceof Epoch)
                .map(decision -> (Epoch) decision.value())
                .toList();
    }

    /** Returns chunk numbers by worker. */
    private static SortedMap<String, Set<Integer>> published(DecidedOutputs outputs, long epoch) {
        SortedMap<String, Set<Integer>> held = new TreeMap<>();
        for (Decision decision : outputs.decided) {
            if (decision.value() instanceof WorkerAssignment assignment && assignment.getEpoch() == epoch) {
                Set<Integer> numbers = held.computeIfAbsent(assignment.getWorker(), worker -> new TreeSet<>());
                int number = 0;
                for (int difference : assignment.getChunks()) {
                    number += difference;
                    numbers.add(number);
                }
            }
        }
        return held;
    }

    private static SortedMap<String, Set<Integer>> held(NetworkAssignment export) {
        SortedMap<String, Set<Integer>> held = new TreeMap<>();
        for (WorkerChunks worker : export.getWorkers()) {
            Set<Integer> numbers = new TreeSet<>();
            int place = 0;
            for (int difference : worker.getChunks()) {
                place += difference;
                numbers.add(export.getChunks().get(place).getNumber());
            }
            assertThat(numbers).hasSize(worker.getChunkCount());
            held.put(worker.getId(), numbers);
        }
        return held;
    }
}
