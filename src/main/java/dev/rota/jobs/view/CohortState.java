package dev.rota.jobs.view;

import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.PagesIn;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A snapshot of a cohort for its pages, as of one log position: totals, and the first of each list. Taking one costs some
 * 100 ns per bot, instance and kind of jobs, however many jobs there are.
 *
 * @param oldest the jobs that have waited longest
 * @param instanceCount how many instances there are
 * @param instances those with the most jobs, by name
 * @param kindsSkipped kinds of jobs of which {@code oldest}, {@code unmatched} and the oldest of {@code instances} do not
 *     tell, because there are too many
 * @param unmatched kinds of queued jobs that no bot matches
 * @param botCounts all bots, those of each status, those that are held or silent (in time that is not all attended); and of
 *     those whose status is OK, how many are idle, partly or fully used, and their slots
 * @param troubled null without the lists of bots, as is {@code bots}
 */
public record CohortState(
        String cohort,
        long asOf,
        String assigner,
        int queued,
        int assigned,
        List<QueuedJob> oldest,
        int instanceCount,
        List<InstanceLine> instances,
        int kindsSkipped,
        int unmatchedCount,
        List<UnmatchedKind> unmatched,
        int holdCount,
        List<HoldLine> holds,
        Map<String, Long> botCounts,
        int troubledCount,
        @Nullable List<BotLine> troubled,
        @Nullable List<BotLine> bots)
        implements PageSnapshot {

    /** The page that has all. */
    public static final String NAME = "state.json";

    /** The page that has all but the lists of bots, which are most of {@link #NAME} in a large cohort. */
    public static final String QUEUE = "queue.json";

    /** A page for each bot in those lists. */
    public static final PagesIn BOTS = new PagesIn("bots");

    /** The page of a bot; without a bot if none of the lists has it. */
    public record OneBot(String cohort, long asOf, List<BotLine> bots) {}

    /** A job that waits. */
    public record QueuedJob(String job, String instance, int priority, long queuedAt, int attempt) {
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
    public record InstanceLine(
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
    public record UnmatchedKind(
            String instance, List<String> requirements, List<String> nowhere, int queued, QueuedJob first) {}

    /**
     * Something that an operator holds.
     *
     * @param id empty for the cohort
     * @param state {@code HELD}, {@code DRAINING} or {@code DRAINED}
     */
    public record HoldLine(String kind, String id, String state, long since) {}

    /** A lease that a bot has. */
    public record LeaseLine(
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
    public record BotLine(
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

    /** Takes a snapshot of a cohort between two records. */
    public static CohortState of(Farm farm, String cohort, long now) {
        QueueReading queue = QueueReading.of(farm);
        BotReading bots = BotReading.of(farm, now);
        return new CohortState(
                cohort,
                now,
                farm.policy().getAssigner().name(),
                farm.queued(),
                farm.instances().all().stream()
                        .mapToInt(instance -> instance.usage)
                        .sum(),
                queue.oldest(),
                queue.instanceCount(),
                queue.instances(),
                queue.kindsSkipped(),
                queue.unmatchedCount(),
                queue.unmatched(),
                farm.holds().all().size(),
                HoldLines.of(farm),
                bots.counts(),
                bots.troubledCount(),
                bots.troubled(),
                bots.bots());
    }

    @Override
    public Object content(String page) {
        return switch (page) {
            case NAME -> this;
            case QUEUE -> withoutBots();
            default -> bot(page);
        };
    }

    private CohortState withoutBots() {
        return new CohortState(
                cohort,
                asOf,
                assigner,
                queued,
                assigned,
                oldest,
                instanceCount,
                instances,
                kindsSkipped,
                unmatchedCount,
                unmatched,
                holdCount,
                holds,
                botCounts,
                troubledCount,
                null,
                null);
    }

    private OneBot bot(String page) {
        String id = BOTS.subject(page);
        if (id == null) {
            throw new NotThere("expected a page of a cohort, but there is no " + page);
        }
        return new OneBot(
                cohort,
                asOf,
                Stream.of(bots, troubled)
                        .filter(Objects::nonNull)
                        .flatMap(List::stream)
                        .filter(bot -> bot.bot().equals(id))
                        .limit(1)
                        .toList());
    }

    /** Returns one of the {@link #botCounts}; 0 if there is none of this name. */
    public long count(String sort) {
        return botCounts.getOrDefault(sort, 0L);
    }
}
