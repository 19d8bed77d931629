package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.jobs.view.CohortState.LeaseLine;
import dev.rota.pages.Show;
import dev.rota.pages.domain.jobs.BotStrip.Slot;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** Draws bots as strips of their slots. */
final class BotStrips {

    /** More slots are drawn as one bar. */
    private static final int SLOTS_MAX = 16;

    private static final int SLOT_WIDTH = 14;

    private static final int JOBS_MAX = 2;

    private static final int WIDTH = 100;

    private final JobsLinks links;

    BotStrips(JobsLinks links) {
        this.links = links;
    }

    /** Why a bot gets no jobs although it is there, as the end of a sentence; empty if nothing keeps it from them. */
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
        int drawn = Math.max(slots, taken);
        String instance = bot.instance();
        List<LeaseLine> leases = bot.leases();
        int more = taken - Math.min(leases.size(), JOBS_MAX);
        return new BotStrip(
                Show.text(id),
                links.bot(id),
                state(bot),
                !trouble(bot).isEmpty(),
                instance.equals("*") ? "all" : Show.text(instance),
                taken + " of " + slots,
                taken + " of " + slots + (slots == 1 ? " slot taken" : " slots taken"),
                drawn > SLOTS_MAX ? List.of() : slots(drawn, taken),
                drawn == 0 ? 0 : (int) ((double) taken / drawn * WIDTH),
                leases.stream()
                        .limit(JOBS_MAX)
                        .map(LeaseLine::job)
                        .map(job -> new Link(Show.text(job), links.job(job)))
                        .toList(),
                more > 0 ? Show.number(more) + " more" : "");
    }

    private static String state(BotLine bot) {
        return Show.text(bot.status()) + (bot.held() ? ", held" : "") + (bot.silent() ? ", silent" : "");
    }

    private static List<Slot> slots(int count, int taken) {
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            slots.add(new Slot(i * SLOT_WIDTH + 1, i < taken));
        }
        return slots;
    }
}
