package dev.rota.workload.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.WeightReplication;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.testing.TestLog;
import dev.rota.trials.Full;
import dev.rota.workload.Traffic;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChunksTrafficTest {

    private static final long START = 1_700_000_000_000L;

    @Test
    void shouldShowANetworkAtWork() {
        // when
        List<Decision> decided =
                play(new ChunksWorkloads().demo(new ChunksDomain()), TestLog.warm(new ChunksDomain()), START, 600);

        // then
        assertThat(values(decided, Rejection.class)).isEmpty();
        assertThat(values(decided, Epoch.class))
                .hasSizeBetween(58, 60)
                .allMatch(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED)
                .anyMatch(epoch -> epoch.getReliable() < epoch.getWorkers())
                .allMatch(epoch -> epoch.getChunks() > 40);
        assertThat(values(decided, Epoch.class)
                        .map(epoch -> epoch.getReplication().stream()
                                .map(WeightReplication::getPlanned)
                                .toList())
                        .distinct())
                .hasSizeGreaterThan(3);
        // no worker of the demo is drained
        EnumSet<WorkerState> drained = EnumSet.of(WorkerState.DRAINING, WorkerState.DRAINED);
        assertThat(values(decided, WorkerStatus.class).map(WorkerStatus::getStatus))
                .containsAll(EnumSet.complementOf(drained));
        assertThat(values(decided, WorkerAssignment.class).map(WorkerAssignment::getStatus))
                .contains(AssignmentStatus.values());
        assertThat(values(decided, CatalogEntry.class)
                        .filter(entry -> !entry.getRemoved().isEmpty()))
                .hasSizeGreaterThan(250);
        // and workers confirm, so that epochs converge, and readers leave copies that are on their way out
        assertThat(values(decided, EpochEvent.class)).hasSizeGreaterThan(40);
        assertThat(values(decided, RouteView.class)
                        .mapToInt(view -> view.getShown().size())
                        .sum())
                .isGreaterThan(500);
        assertThat(values(decided, RouteView.class)
                        .flatMap(view -> view.getChanges().stream())
                        .filter(change -> !change.getRemoved().isEmpty()))
                .hasSizeGreaterThan(50);
    }

    @Test
    void shouldContinueWhereAnotherStopped() {
        // given
        TestLog log = TestLog.warm(new ChunksDomain());
        play(new ChunksWorkloads().demo(new ChunksDomain()), log, START, 50);

        // when
        List<Decision> decided = play(new ChunksWorkloads().demo(new ChunksDomain()), log, START + 100_000, 50);

        // then
        assertThat(values(decided, Rejection.class)).isEmpty();
        assertThat(values(decided, Epoch.class))
                .hasSizeGreaterThan(3)
                .allMatch(epoch -> epoch.getStatus() == EpochStatus.PUBLISHED);
    }

    @Test
    @Full
    void shouldBeginAnewWhereOthersHaveLeftNoRoom() {
        // given demos that were stopped before they removed anything
        TestLog log = TestLog.warm(new ChunksDomain());
        for (int demo = 0; demo < 20; demo++) {
            play(new ChunksWorkloads().demo(new ChunksDomain()), log, START + demo * 300_000L, 295);
        }

        // when
        List<Decision> decided = play(new ChunksWorkloads().demo(new ChunksDomain()), log, START + 20 * 300_000L, 40);

        // then
        assertThat(values(decided, Rejection.class)).isEmpty();
        List<Epoch> epochs = values(decided, Epoch.class).toList();
        assertThat(epochs.get(epochs.size() - 1).getStatus()).isEqualTo(EpochStatus.PUBLISHED);
    }

    private static <T> Stream<T> values(List<Decision> decided, Class<T> type) {
        return decided.stream().map(Decision::value).filter(type::isInstance).map(type::cast);
    }

    /** Plays the traffic in turns of half a second, and passes each decision to it at once. */
    private static List<Decision> play(Traffic traffic, TestLog log, long start, int seconds) {
        List<Decision> all = new ArrayList<>();
        for (int turn = 0; turn < 2 * seconds; turn++) {
            long time = start + turn * 500L;
            Deque<Fact> facts = new ArrayDeque<>(traffic.at(time));
            while (!facts.isEmpty()) {
                Fact fact = facts.poll();
                List<Decision> decided = log.feed(fact.topic(), time, fact.value());
                all.addAll(decided);
                decided.forEach(one -> facts.addAll(traffic.answer(one.output().topic(), one.value())));
            }
        }
        return all;
    }
}
