package dev.rota.jobs.view;

import dev.rota.engine.PageSnapshot;
import dev.rota.engine.PagesIn;
import dev.rota.engine.text.JsonText;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.view.CohortSnapshot.BotLine;
import dev.rota.jobs.view.CohortSnapshot.InstanceLine;
import dev.rota.jobs.view.CohortSnapshot.QueuedJob;
import java.util.List;
import java.util.stream.Stream;

/** A cohort's queue, instances and bots in JSON: all of it, without the bots, or one bot. */
public final class CohortState {

    /** All. */
    public static final String NAME = "state.json";

    /** All but the lists of bots, which are most of {@link #NAME} in a large cohort. */
    public static final String QUEUE = "queue.json";

    /** A page for each bot in those lists. */
    public static final PagesIn BOTS = new PagesIn("bots");

    private CohortState() {}

    /** Takes a snapshot of a cohort between two records. */
    public static PageSnapshot of(Farm farm, String cohort, long now) {
        return CohortSnapshot.of(farm, cohort, now);
    }

    static String json(CohortSnapshot cohort) {
        return JsonText.object(json -> withoutBots(cohort, json)
                .list("troubled", cohort.troubled(), CohortState::bot)
                .list("bots", cohort.bots(), CohortState::bot));
    }

    static String queue(CohortSnapshot cohort) {
        return JsonText.object(json -> withoutBots(cohort, json));
    }

    /** A list of the bot, empty if it is in none of the lists. */
    static String bot(CohortSnapshot cohort, String id) {
        List<BotLine> found = Stream.concat(cohort.bots().stream(), cohort.troubled().stream())
                .filter(bot -> bot.bot().equals(id))
                .limit(1)
                .toList();
        return JsonText.object(json -> json.field("cohort", cohort.cohort())
                .field("asOf", cohort.asOf())
                .list("bots", found, CohortState::bot));
    }

    private static JsonText withoutBots(CohortSnapshot cohort, JsonText json) {
        return json.field("cohort", cohort.cohort())
                .field("asOf", cohort.asOf())
                .field("assigner", cohort.assigner())
                .field("queued", cohort.queued())
                .field("assigned", cohort.assigned())
                .list("oldest", cohort.oldest(), CohortState::job)
                .field("instanceCount", cohort.instanceCount())
                .list("instances", cohort.instances(), CohortState::instance)
                .field("kindsSkipped", cohort.kindsSkipped())
                .field("unmatchedCount", cohort.unmatchedCount())
                .list(
                        "unmatched",
                        cohort.unmatched(),
                        (kind, line) -> line.field("instance", kind.instance())
                                .texts("requirements", kind.requirements())
                                .texts("nowhere", kind.nowhere())
                                .field("queued", kind.queued())
                                .object("first", first -> job(kind.first(), first)))
                .field("holdCount", cohort.holdCount())
                .list(
                        "holds",
                        cohort.holds(),
                        (hold, line) -> line.field("kind", hold.kind())
                                .field("id", hold.id())
                                .field("state", hold.state())
                                .field("since", hold.since()))
                .object("botCounts", counts -> totals(cohort.totals(), counts))
                .field("troubledCount", cohort.troubledCount());
    }

    private static void job(QueuedJob job, JsonText json) {
        json.field("job", job.job())
                .field("instance", job.instance())
                .field("priority", job.priority())
                .field("queuedAt", job.queuedAt())
                .field("attempt", job.attempt());
    }

    private static void instance(InstanceLine instance, JsonText json) {
        json.field("instance", instance.instance())
                .field("min", instance.min())
                .field("max", (Number) instance.max())
                .field("assigned", instance.assigned())
                .field("queued", instance.queued())
                .field("served", instance.served())
                .field("held", instance.held())
                .list("oldest", instance.oldest(), CohortState::job);
    }

    private static void totals(BotTotals totals, JsonText json) {
        json.field("total", totals.total());
        for (BotStatus status : BotStatus.values()) {
            json.field(status.name(), totals.of(status));
        }
        json.field("held", totals.held())
                .field("silent", totals.silent())
                .field("idle", totals.idle())
                .field("partly", totals.partly())
                .field("full", totals.full())
                .field("slotsUsed", totals.slotsUsed())
                .field("slotsFree", totals.slotsFree())
                .field("slotsHeld", totals.slotsHeld());
    }

    private static void bot(BotLine bot, JsonText json) {
        json.field("bot", bot.bot())
                .field("instance", bot.instance())
                .field("status", bot.status())
                .field("held", bot.held())
                .field("slots", bot.slots())
                .field("taken", bot.taken())
                .field("heardAt", bot.heardAt())
                .field("deadline", bot.deadline())
                .field("silent", bot.silent())
                .list(
                        "leases",
                        bot.leases(),
                        (lease, line) -> line.field("job", lease.job())
                                .field("lease", lease.lease())
                                .field("instance", lease.instance())
                                .field("assignedAt", lease.assignedAt())
                                .field("attempt", lease.attempt())
                                .field("strategy", lease.strategy())
                                .field("preempted", lease.preempted()));
    }
}
