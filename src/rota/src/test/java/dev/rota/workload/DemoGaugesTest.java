package dev.rota.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.MapRowStore;
import dev.rota.testing.TestLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the gauges of the demo's units with counts over the outputs after it has run for a while. */
class DemoGaugesTest {

    private static final long BEGIN = 1_700_000_000_000L;
    private static final long END = BEGIN + 300_000;
    private static final Set<String> OF_ROUTES = Set.of("visible_chunks", "waiting_routes", "copies_in_grace");

    @Test
    void shouldCountJobs() {
        // given
        Demo demo = new Demo(new JobsDomain());

        // when
        demo.run();

        // then
        Map<String, JobStateEvent> last = demo.last(JobStateEvent.class, JobStateEvent::getJob);
        Map<String, Long> queued = last.values().stream()
                .filter(job -> isQueued(job.getKind()))
                .collect(Collectors.groupingBy(JobStateEvent::getInstance, Collectors.counting()));
        Map<String, Long> assigned = last.values().stream()
                .filter(job -> job.getKind() == JobStateKind.ASSIGNED)
                .collect(Collectors.groupingBy(JobStateEvent::getInstance, Collectors.counting()));
        Map<String, Long> gauges = demo.gauges();
        assertThat(assigned).isNotEmpty();
        assigned.forEach((instance, count) -> assertThat(gauges).containsEntry("assigned[" + instance + "]", count));
        queued.forEach((instance, count) -> assertThat(gauges).containsEntry("queued[" + instance + "]", count));
        assertThat(sum(gauges, "queued[")).isEqualTo(sum(queued));
        assertThat(sum(gauges, "assigned[")).isEqualTo(sum(assigned));
        assertThat(gauges).containsEntry("slots[used]", sum(assigned));
        // and the oldest waiting job is the one that was queued first
        Map<String, Long> submitted = demo.times(JobStateEvent.class, JobStateEvent::getJob);
        Map<String, Long> oldest = new HashMap<>();
        last.values().stream()
                .filter(job -> isQueued(job.getKind()))
                .forEach(job -> oldest.merge(job.getInstance(), submitted.getOrDefault(job.getJob(), 0L), Math::min));
        oldest.forEach((instance, ms) ->
                assertThat(gauges).containsEntry("oldest_queued_timestamp_seconds[" + instance + "]", ms));
    }

    private static boolean isQueued(JobStateKind kind) {
        return kind == JobStateKind.QUEUED || kind == JobStateKind.RETRIED || kind == JobStateKind.EVICTED;
    }

    @Test
    void shouldCountShards() {
        // given
        Demo demo = new Demo(new ShardsDomain());

        // when
        demo.run();

        // then
        Map<String, ShardState> last = demo.last(ShardState.class, ShardState::getShard);
        Map<String, Long> gauges = demo.gauges();
        assertThat(last).isNotEmpty();
        assertThat(gauges)
                .containsEntry("running", count(last, ShardStatus.RUNNING))
                .containsEntry("queue", count(last, ShardStatus.PENDING));
        assertThat(gauges.get("pending_transactions")).isPositive();
    }

    private static long count(Map<String, ShardState> shards, ShardStatus status) {
        return shards.values().stream()
                .filter(shard -> shard.getState() == status)
                .count();
    }

    @Test
    void shouldCountCores() {
        // given
        Demo demo = new Demo(new CoresDomain());

        // when
        demo.run();

        // then
        Map<String, ClaimEvent> claims = demo.last(ClaimEvent.class, claim -> String.valueOf(claim.getPara()));
        List<CoreSchedule> schedules = demo.all(CoreSchedule.class);
        long queued = claims.values().stream()
                .filter(claim -> claim.getKind() == ClaimEventKind.QUEUED
                        || claim.getKind() == ClaimEventKind.RETURNED
                        || claim.getKind() == ClaimEventKind.REPINNED
                        || claim.getKind() == ClaimEventKind.TIMED_OUT)
                .count();
        Map<String, Long> gauges = demo.gauges();
        assertThat(schedules).isNotEmpty();
        assertThat(gauges)
                .containsEntry("block", schedules.get(schedules.size() - 1).getBlock())
                .containsEntry("queued_claims", queued);
        assertThat(gauges.get("cores[occupied]")).isPositive();
        List<CoreForecast> forecasts = demo.all(CoreForecast.class);
        CoreForecast last = forecasts.get(forecasts.size() - 1);
        boolean rotates = last.getLastRotationAt() == last.getBlock();
        assertThat(gauges).containsEntry("next_rotation_block", rotates ? last.getBlock() : last.getNextRotationAt());
        // claims that return with the next block are in the forecast only
        assertThat(gauges.get("expected_wait_blocks")).isBetween(queued == 0 ? 0L : 1L, (long) last.getQueued());
    }

    @Test
    void shouldCountChunks() {
        // given
        Demo demo = new Demo(new ChunksDomain());

        // when
        demo.run();

        // then
        List<Epoch> epochs = demo.all(Epoch.class);
        Epoch last = epochs.get(epochs.size() - 1);
        Map<WorkerState, Long> workers = demo.last(WorkerStatus.class, WorkerStatus::getWorker).values().stream()
                .collect(Collectors.groupingBy(WorkerStatus::getStatus, Collectors.counting()));
        Map<String, Long> gauges = demo.gauges();
        assertThat(gauges)
                .containsEntry("epoch", last.getEpoch())
                .containsEntry("epoch_refused", 0L)
                .containsEntry("unplaced_chunks", last.getUnplaced())
                .containsEntry("assigned_bytes", last.getBytesAssigned())
                .containsEntry("workers[ONLINE]", workers.getOrDefault(WorkerState.ONLINE, 0L));
        assertThat(gauges)
                .containsEntry(
                        "published_timestamp_seconds",
                        demo.times(Epoch.class, epoch -> String.valueOf(epoch.getEpoch()))
                                .getOrDefault(String.valueOf(last.getEpoch()), 0L));
        int visible = demo.all(RouteView.class).stream()
                .mapToInt(view -> view.getShown().size() - view.getHidden().size())
                .sum();
        assertThat(gauges).containsEntry("visible_chunks", (long) visible);
    }

    private static long sum(Map<String, Long> gauges, String prefix) {
        return gauges.entrySet().stream()
                .filter(gauge -> gauge.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Runs the demo's traffic on a log in memory, for its first unit. */
    private static final class Demo {
        private final TestLog log;
        private final Traffic traffic;
        private final List<Decision> decided = new ArrayList<>();

        Demo(Domain domain) {
            log = TestLog.buffered(domain, new MapRowStore());
            traffic = WorkloadRegistry.of(domain).demo(domain);
        }

        void run() {
            for (long now = BEGIN; now < END; now += 200) {
                Deque<Traffic.Fact> facts = new ArrayDeque<>(traffic.at(now));
                take(log.tick(now), facts);
                for (Traffic.Fact fact = facts.poll(); fact != null; fact = facts.poll()) {
                    take(log.feed(fact.topic(), now, fact.value()), facts);
                }
            }
        }

        private void take(List<Decision> some, Deque<Traffic.Fact> facts) {
            decided.addAll(some);
            some.forEach(one -> facts.addAll(traffic.answer(one.output().topic(), one.value())));
        }

        private String unit() {
            return decided.get(0).unit();
        }

        /**
         * Returns the gauges. A restart must not change them, although no record has been decided since; only those of
         * routes begin with a record.
         */
        Map<String, Long> gauges() {
            Map<String, Long> gauges = log.gauges(unit());
            log.flush();
            log.restart();
            Map<String, Long> kept = new TreeMap<>(gauges);
            kept.keySet().removeAll(OF_ROUTES);
            assertThat(log.gauges(unit())).isEqualTo(kept);
            return gauges;
        }

        <T> List<T> all(Class<T> type) {
            return decided.stream()
                    .filter(one -> one.unit().equals(unit()) && type.isInstance(one.value()))
                    .map(one -> type.cast(one.value()))
                    .toList();
        }

        /** Returns the last decision about each subject. */
        <T> Map<String, T> last(Class<T> type, Function<T, String> subject) {
            Map<String, T> last = new TreeMap<>();
            all(type).forEach(one -> last.put(subject.apply(one), one));
            return last;
        }

        /** Returns the time of the first decision about each subject. */
        <T> Map<String, Long> times(Class<T> type, Function<T, String> subject) {
            Map<String, Long> first = new TreeMap<>();
            decided.stream()
                    .filter(one -> one.unit().equals(unit()) && type.isInstance(one.value()))
                    .forEach(one -> first.putIfAbsent(subject.apply(type.cast(one.value())), one.time()));
            return first;
        }
    }
}
