package dev.rota.jobs.view;

import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.List;

/**
 * A snapshot of a cohort for its pages, as of one log position: totals, and the first of each list. Taking one costs some
 * 100 ns per bot, instance and kind of jobs, however many jobs there are.
 *
 * @param oldest the jobs that have waited longest
 * @param instances those with the most jobs, by name
 * @param instanceCount how many instances there are
 * @param unmatched kinds of queued jobs that no bot matches
 * @param kindsSkipped kinds of jobs of which {@code oldest}, {@code unmatched} and the oldest of {@code instances} do not
 *     tell, because there are too many
 */
record CohortSnapshot(
        String cohort,
        long asOf,
        String assigner,
        int queued,
        int assigned,
        List<QueuedJob> oldest,
        List<InstanceLine> instances,
        int instanceCount,
        List<UnmatchedKind> unmatched,
        int unmatchedCount,
        int kindsSkipped,
        List<HoldLine> holds,
        int holdCount,
        BotTotals totals,
        List<BotLine> troubled,
        int troubledCount,
        List<BotLine> bots)
        implements PageSnapshot {

    /** A job that waits. */
    record QueuedJob(String job, String instance, int priority, long queuedAt, int attempt) {
        static QueuedJob of(Job job) {
            return new QueuedJob(job.id, job.kind.instance.name, job.priority, job.queuedAt, job.attempt);
        }
    }

    /**
     * An instance.
     *
     * @param max null: it has no quota
     * @param oldest its jobs that have waited longest
     */
    record InstanceLine(
            String instance,
            int min,
            @Nullable Integer max,
            int assigned,
            int queued,
            boolean served,
            boolean held,
            List<QueuedJob> oldest) {}

    /**
     * A kind of jobs that no bot matches.
     *
     * @param requirements as {@code name=value}
     * @param nowhere those that no bot has at all
     * @param first one of its jobs
     */
    record UnmatchedKind(
            String instance, List<String> requirements, List<String> nowhere, int queued, QueuedJob first) {}

    /**
     * Something that an operator holds.
     *
     * @param id empty for the cohort
     * @param state {@code HELD}, {@code DRAINING} or {@code DRAINED}
     */
    record HoldLine(String kind, String id, String state, long since) {}

    /** A lease that a bot has. */
    record LeaseLine(
            String job,
            long lease,
            String instance,
            long assignedAt,
            int attempt,
            String strategy,
            @Nullable String preempted) {}

    /**
     * A bot.
     *
     * @param instance the only one that it serves; {@code *}: all
     * @param deadline when its silence is judged
     * @param silent whether it has been silent for longer than it may, in time that is not all attended
     */
    record BotLine(
            String bot,
            String instance,
            String status,
            boolean held,
            int slots,
            int taken,
            long heardAt,
            long deadline,
            boolean silent,
            List<LeaseLine> leases) {}

    static CohortSnapshot of(Farm farm, String cohort, long now) {
        QueueReading queue = QueueReading.of(farm);
        BotReading bots = BotReading.of(farm, now);
        return new CohortSnapshot(
                cohort,
                now,
                farm.policy().getAssigner().name(),
                farm.queued(),
                farm.instances().all().stream()
                        .mapToInt(instance -> instance.usage)
                        .sum(),
                queue.oldest(),
                queue.instances(),
                queue.instanceCount(),
                queue.unmatched(),
                queue.unmatchedCount(),
                queue.kindsSkipped(),
                HoldLines.of(farm),
                farm.holds().all().size(),
                bots.totals(),
                bots.troubled(),
                bots.troubledCount(),
                bots.bots());
    }

    @Override
    public String render(String page) {
        return switch (page) {
            case CohortState.NAME -> CohortState.json(this);
            case CohortState.QUEUE -> CohortState.queue(this);
            default -> bot(page);
        };
    }

    private String bot(String page) {
        String bot = CohortState.BOTS.subject(page);
        if (bot == null) {
            throw new NotThere("expected a page of a cohort, but there is no " + page);
        }
        return CohortState.bot(this, bot);
    }
}
