package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.jobs.view.CohortState.LeaseLine;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Slots;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** Draws bots as strips of their slots. */
final class BotStrips {

    private static final int JOBS_MAX = 2;

    private final Links links;

    BotStrips(Links links) {
        this.links = links;
    }

    /** Returns the reason why a bot is present but gets no jobs, as the end of a sentence; empty if there is none. */
    static String trouble(BotLine bot) {
        List<String> clauses = new ArrayList<>();
        String status = bot.status();
        if (!status.equals("OK")) {
            clauses.add("is " + Show.text(status));
        }
        if (bot.held()) {
            clauses.add("is held");
        }
        if (bot.silent()) {
            clauses.add("has been silent since "
                    + Show.time(bot.heardAt())
                    + ", which is judged once enough time was attended");
        }
        if (bot.taken() > bot.slots()) {
            clauses.add("has more leases than slots");
        }
        return String.join(" and ", clauses);
    }

    BotStrip strip(BotLine bot) {
        String id = bot.bot();
        int slots = bot.slots();
        int taken = bot.taken();
        String instance = bot.instance();
        List<LeaseLine> leases = bot.leases();
        int more = taken - Math.min(leases.size(), JOBS_MAX);
        return new BotStrip(
                Show.text(id),
                links.url("bot", id),
                state(bot),
                !trouble(bot).isEmpty(),
                instance.equals("*") ? "all" : Show.text(instance),
                taken + " of " + slots,
                Slots.of(
                        Math.max(slots, taken),
                        taken,
                        0,
                        taken + " of " + slots + (slots == 1 ? " slot taken" : " slots taken")),
                leases.stream()
                        .limit(JOBS_MAX)
                        .map(LeaseLine::job)
                        .map(job -> new Link(Show.text(job), links.url("job", job)))
                        .toList(),
                more > 0 ? Show.number(more) + " more" : "");
    }

    private static String state(BotLine bot) {
        return Show.text(bot.status()) + (bot.held() ? ", held" : "") + (bot.silent() ? ", silent" : "");
    }
}
