package dev.rota.jobs.view;

import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.PagesIn;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Holds;
import dev.rota.jobs.farm.Job;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A snapshot of a cohort for its pages, as of one log position: totals, and the beginning of each list. Taking one
 * costs some 100 ns per bot, instance and kind of jobs, however many jobs there are.
 *
 * @param demandEveryMs how often the demand for slots is looked at, or null if it is not
 * @param waiting the number of jobs that wait for others and are not queued yet
 * @param oldest the jobs that have waited longest
 * @param instanceCount the number of instances
 * @param instances the instances with the most jobs, by name
 * @param kindsSkipped the number of kinds of jobs that {@code oldest}, {@code unmatched} and the oldest jobs of
 *     {@code instances} leave out, because there are too many
 * @param unmatched the kinds of queued jobs that no bot matches
 * @param botCounts the number of bots, in total, by status, and of those that are held or silent (in time that is
 *     not all attended); of the bots whose status is OK, the numbers that are idle, partly or fully used, and their
 *     slots
 * @param troubled the bots in trouble; null without the lists of bots, as is {@code bots}
 */
public record CohortState(
        String cohort,
        long asOf,
        String assigner,
        @Nullable Long demandEveryMs,
        int queued,
        int assigned,
        int waiting,
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

    /** The maximum number of listed holds; their total is always shown. */
    private static final int HOLDS_MAX = 100;

    /** The name of the page that has all lists. */
    public static final String NAME = "state.json";

    /** The name of the page without the lists of bots, which are most of {@link #NAME} in a large cohort. */
    public static final String QUEUE = "queue.json";

    /** The pages of the listed bots. */
    public static final PagesIn BOTS = new PagesIn("bots");

    /** The page of a bot; its list is empty if no list has the bot. */
    public record OneBot(String cohort, long asOf, List<BotLine> bots) {}

    /** A waiting job. */
    public record QueuedJob(String job, String instance, int priority, long queuedAt, int attempt) {
        static QueuedJob of(Job job) {
            return new QueuedJob(job.id, job.kind.instance.name, job.priority, job.queuedAt, job.attempt);
        }
    }

    /**
     * An instance.
     *
     * @param max its maximum, or null if it has no quota
     * @param weight its weight, which only the assigner SHARES uses
     * @param usedMs the slot time that it has used, or null under another assigner
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
            int weight,
            @Nullable Long usedMs,
            List<QueuedJob> oldest) {}

    /**
     * A kind of jobs that no bot matches.
     *
     * @param requirements the requirements, as {@code name=value}
     * @param nowhere the requirements that no bot meets
     * @param first one of its jobs
     */
    public record UnmatchedKind(
            String instance, List<String> requirements, List<String> nowhere, int queued, QueuedJob first) {}

    /**
     * A hold.
     *
     * @param id the id of what is held; empty for the cohort
     * @param state {@code HELD}, {@code DRAINING} or {@code DRAINED}
     */
    public record HoldLine(String kind, String id, String state, long since) {}

    /** A lease of a bot. */
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
     * @param instance the only instance that it serves, or {@code *} for all
     * @param deadline when its silence is judged
     * @param silent whether it has been silent for longer than its timeout, in time that is not all attended
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
        QueueReading queue = QueueReading.of(farm, now);
        BotReading bots = BotReading.of(farm, now);
        return new CohortState(
                cohort,
                now,
                farm.policy().getAssigner().name(),
                farm.policy().getDemandEveryMs(),
                farm.queued(),
                farm.instances.all().stream()
                        .mapToInt(instance -> instance.usage)
                        .sum(),
                farm.dependencies.waiting(),
                queue.oldest(),
                queue.instanceCount(),
                queue.instances(),
                queue.kindsSkipped(),
                queue.unmatchedCount(),
                queue.unmatched(),
                farm.holds.all().size(),
                holds(farm),
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
                demandEveryMs,
                queued,
                assigned,
                waiting,
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

    /** Returns one of the {@link #botCounts}, or 0 if there is none of this name. */
    public long count(String sort) {
        return botCounts.getOrDefault(sort, 0L);
    }

    private static List<HoldLine> holds(Farm farm) {
        return farm.holds.all().entrySet().stream()
                .limit(HOLDS_MAX)
                .map(hold -> new HoldLine(
                        hold.getKey().kind().name(),
                        hold.getKey().id(),
                        Holds.state(hold.getValue()),
                        hold.getValue().getSince()))
                .toList();
    }
}
