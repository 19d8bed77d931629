package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import dev.rota.trials.Full;
import dev.rota.trials.Seeds;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asserts that the random histories reach every outcome often, and that the model's decisions keep the invariants. */
class RandomHistoryTest {

    private static final int SEEDS = 40;

    /** The least number of times that each outcome must occur in all histories together. */
    private static final int OFTEN = 40;

    private static final List<String> OUTCOMES = List.of(
            "CHUNK_INVALID",
            "CHUNK_EXISTS",
            "CHUNK_UNKNOWN",
            "POLICY_INVALID",
            "PING_INVALID",
            "WORKER_UNKNOWN",
            "VALUE_INVALID",
            "UNIT_INVALID",
            "status ONLINE",
            "status FLAGGED",
            "status STALE",
            "status UNSUPPORTED_VERSION",
            "status OFFLINE",
            "status GONE",
            "status GONE by silence",
            "assignment OK",
            "assignment DEPRECATED_VERSION",
            "assignment UNRELIABLE",
            "assignment UNSUPPORTED_VERSION",
            "assignment of nothing",
            "chunks added",
            "chunks removed",
            "epoch PUBLISHED",
            "epoch NOT_ENOUGH_CAPACITY",
            "epoch NO_WORKERS",
            "epoch by timer",
            "epoch refused for a chunk",
            "epoch published after a refused one",
            "epoch of nothing",
            "epoch with unreliable workers",
            "epoch with replicas left out",
            "epoch with more than planned",
            "epoch with several weights",
            "epoch with chunks unplaced",
            "epoch with a dataset unplaceable",
            "epoch with a dataset kept",
            "epoch CONVERGED",
            "epoch with a worker drained",
            "epoch with replicas waiting",
            "epoch with replicas added and removed",
            "epoch effective at the end of time",
            "epoch after missed periods",
            "epoch placed REPLICA_MAJOR",
            "epoch placed CHUNK_MAJOR",
            "epoch placed in one pass over all",
            "epoch placed in one pass over the reliable",
            "epoch placed in two passes",
            "epoch placed by segments from the end",
            "epoch placed with versions asked for");

    @Test
    @Full
    void shouldReachEveryOutcomeOften() {
        // given
        SortedMap<String, Integer> all = new TreeMap<>();

        // when
        for (Profile profile : Profile.values()) {
            SortedMap<String, Integer> met = met(profile);
            met.forEach((outcome, times) -> all.merge(outcome, times, Integer::sum));

            // then
            assertThat(met.getOrDefault("epoch PUBLISHED", 0))
                    .as("%s: %s", profile, met)
                    .isGreaterThanOrEqualTo(SEEDS);
            assertThat(met.getOrDefault("epoch NOT_ENOUGH_CAPACITY", 0))
                    .as("%s: %s", profile, met)
                    .isGreaterThanOrEqualTo(SEEDS / 2);
        }
        for (String outcome : OUTCOMES) {
            assertThat(all.getOrDefault(outcome, 0))
                    .as("%s in %s", outcome, all)
                    .isGreaterThanOrEqualTo(OFTEN);
        }
        assertThat(all.getOrDefault("catalog split", 0))
                .as("catalog split in %s", all)
                .isPositive();
    }

    private static SortedMap<String, Integer> met(Profile profile) {
        SortedMap<String, Integer> met = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            count(RandomHistory.of(seed, profile), met);
        }
        return met;
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldKeepTheInvariants(Profile profile) {
        for (long seed = 0; seed < Seeds.of(SEEDS); seed++) {
            Decider<TimedDecision> model = Deciders.model();
            ChunksInvariants invariants = new ChunksInvariants();
            for (Moment moment : RandomHistory.of(seed, profile)) {
                invariants.take(moment, model.take(moment));
            }
        }
    }

    private static void count(List<Moment> history, SortedMap<String, Integer> met) {
        Decider<TimedDecision> model = Deciders.model();
        EpochStatus before = EpochStatus.PUBLISHED;
        PlacementPolicy policy = NaivePolicy.defaults(RandomHistory.NETWORK);
        for (Moment moment : history) {
            List<TimedDecision> decided = model.take(moment);
            int entries = 0;
            for (TimedDecision told : decided) {
                if (told.value() instanceof Epoch epoch) {
                    epoch(epoch, before, met);
                    placed(epoch, policy, met);
                    Long every = policy.getEpochEveryMs();
                    add(met, "epoch after missed periods", every != null && told.time() <= moment.time() - every);
                    before = epoch.getStatus();
                } else if (told.value() instanceof WorkerStatus status) {
                    add(met, "status " + status.getStatus());
                    boolean ping =
                            moment.event() instanceof WorkerEvent event && event.getEvent() instanceof WorkerPing;
                    add(met, "status GONE by silence", ping && status.getStatus() == WorkerState.GONE);
                } else if (told.value() instanceof WorkerAssignment assignment) {
                    add(met, "assignment " + assignment.getStatus());
                    add(met, "assignment of nothing", assignment.getChunkCount() == 0);
                } else if (told.value() instanceof CatalogEntry entry) {
                    entries++;
                    add(met, entry.getChunks().isEmpty() ? "chunks removed" : "chunks added");
                } else if (told.value() instanceof EpochEvent event) {
                    add(met, "epoch " + event.getKind());
                } else {
                    add(met, told.value().toString());
                }
            }
            if (moment.event() instanceof PlacementPolicy fresh
                    && decided.stream().noneMatch(told -> told.value() instanceof String)) {
                policy = fresh;
            }
            add(met, "catalog split", entries > 1);
            boolean timer = decided.stream().anyMatch(told -> told.value() instanceof Epoch);
            add(met, "epoch by timer", timer && !(moment.event() instanceof EpochRequest));
        }
    }

    private static void epoch(Epoch epoch, EpochStatus before, SortedMap<String, Integer> met) {
        boolean published = epoch.getStatus() == EpochStatus.PUBLISHED;
        List<WeightReplication> replication = epoch.getReplication();
        add(met, "epoch " + epoch.getStatus());
        add(met, "epoch refused for a chunk", epoch.getReason().startsWith(NaivePass.NO_ROOM_FOR));
        add(met, "epoch published after a refused one", published && before != EpochStatus.PUBLISHED);
        add(met, "epoch of nothing", published && epoch.getChunks() == 0);
        add(met, "epoch with unreliable workers", published && epoch.getReliable() < epoch.getWorkers());
        add(
                met,
                "epoch with replicas left out",
                replication.stream().anyMatch(one -> one.getAchieved() < one.getPlanned()));
        add(
                met,
                "epoch with more than planned",
                replication.stream().anyMatch(one -> one.getAchieved() > one.getPlanned()));
        add(met, "epoch with several weights", replication.size() > 1);
        add(met, "epoch with chunks unplaced", epoch.getUnplaced() > 0);
        add(met, "epoch with a worker drained", epoch.getDraining() > 0);
        add(met, "epoch with replicas waiting", epoch.getReplicasWaiting() > 0);
        add(met, "epoch with a dataset unplaceable", !epoch.getUnplaceable().isEmpty());
        add(met, "epoch with a dataset kept", epoch.getUnplaceable().stream().anyMatch(each -> each.getKept() > 0));
        add(
                met,
                "epoch with replicas added and removed",
                epoch.getReplicasAdded() > 0 && epoch.getReplicasRemoved() > 0);
        add(met, "epoch effective at the end of time", published && epoch.getEffectiveFrom() == Long.MAX_VALUE);
    }

    /** Counts how the chunks of an epoch were placed, if it has any. */
    private static void placed(Epoch epoch, PlacementPolicy policy, SortedMap<String, Integer> met) {
        if (epoch.getChunks() == 0) {
            return;
        }
        boolean others = epoch.getReliable() < epoch.getWorkers();
        List<Segment> segments = policy.getDatasets().stream()
                .flatMap(dataset -> dataset.getSegments().stream())
                .toList();
        add(met, "epoch placed " + policy.getOrder());
        add(met, "epoch placed in one pass over all", policy.getIgnoreReliability());
        add(met, "epoch placed in one pass over the reliable", !policy.getIgnoreReliability() && !others);
        add(met, "epoch placed in two passes", !policy.getIgnoreReliability() && others);
        add(met, "epoch placed by segments from the end", segments.stream().anyMatch(one -> one.getFrom() < 0));
        add(
                met,
                "epoch placed with versions asked for",
                segments.stream().anyMatch(segment -> segment.getMinVersion() != null));
    }

    private static void add(SortedMap<String, Integer> met, String outcome, boolean isMet) {
        if (isMet) {
            add(met, outcome);
        }
    }

    private static void add(SortedMap<String, Integer> met, String outcome) {
        met.merge(outcome, 1, Integer::sum);
    }
}
