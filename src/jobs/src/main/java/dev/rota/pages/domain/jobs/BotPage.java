package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.LaneDrawing;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** The page of a bot: its current slots, from its instance, and its leases, from the state changes of jobs. */
public final class BotPage {

    /** A current lease. */
    public record LeaseLine(
            String job,
            String jobUrl,
            String instance,
            String instanceUrl,
            String lease,
            String since,
            String lasted,
            String strategy,
            String preempted,
            String preemptedUrl) {}

    /** A lease that was assigned, and how it ended. */
    public record PastLease(String job, String jobUrl, String from, String lasted, String end, String endUrl) {}

    private static final int PAST_MAX = 50;

    /** The number of the bot's latest state changes that are read. A lease begins and ends with one. */
    private static final int EVENTS_MAX = 2 * PAST_MAX;

    /** The number of simultaneous leases that are drawn. */
    private static final int LANES_MAX = 16;

    private final UnitFacts facts;
    private final String bot;
    private final Links links;
    private final List<BotLine> now;
    private final List<JobStay> leases;

    BotPage(UnitFacts facts, String bot) {
        this.facts = facts;
        this.bot = bot;
        this.links = facts.links();
        this.now = now();
        this.leases = JobStays.of(facts.newest(EntryFilter.of(JobPage.EVENTS).about("bot", bot), EVENTS_MAX)).stream()
                .filter(stay -> bot.equals(stay.bot()))
                .toList();
    }

    /** Returns its strip; empty if the bot is not present, or if no instance answers. */
    public List<BotStrip> strips() {
        return now.stream().map(new BotStrips(links)::strip).toList();
    }

    /** Returns its current leases. */
    public List<LeaseLine> leases() {
        return now.stream()
                .flatMap(each -> each.leases().stream())
                .map(this::lease)
                .toList();
    }

    /** Returns its latest leases, newest first. */
    public List<PastLease> past() {
        List<PastLease> past = new ArrayList<>();
        for (int i = leases.size() - 1; i >= 0 && past.size() < PAST_MAX; i--) {
            past.add(past(leases.get(i)));
        }
        return past;
    }

    /** Returns the bot, or an empty list if the state does not list it. */
    private List<BotLine> now() {
        return facts.live("bots/" + bot + ".json", CohortState.OneBot.class).page().bots().stream()
                .filter(each -> each.bot().equals(bot))
                .toList();
    }

    private LeaseLine lease(CohortState.LeaseLine lease) {
        String job = lease.job();
        String instance = lease.instance();
        long since = lease.assignedAt();
        String preempted = lease.preempted() == null ? "" : lease.preempted();
        return new LeaseLine(
                Show.text(job),
                links.url("job", job),
                Show.text(instance),
                links.url("instance", instance),
                String.valueOf(lease.lease()),
                Show.time(since),
                Show.lasting(since, facts.now()),
                Show.text(lease.strategy()),
                Show.text(preempted),
                preempted.isEmpty() ? "" : links.url("job", preempted));
    }

    private PastLease past(JobStay stay) {
        return new PastLease(
                Show.text(stay.job()),
                links.url("job", stay.job()),
                Show.time(stay.from()),
                Show.lasting(stay.from(), stay.until(facts.now())),
                Show.text(stay.ending()),
                stay.end() == null ? "" : Url.record(stay.end().entry().at()));
    }

    /**
     * Draws leases as lanes. Slots have no numbers, so each lease is drawn in the first lane that is free when it
     * begins.
     */
    public Lanes lanes() {
        LaneDrawing drawing = new LaneDrawing();
        for (JobStay stay : leases) {
            int slot = 1;
            while (slot <= LANES_MAX && drawing.freeFrom("slot " + slot) > stay.from()) {
                slot++;
            }
            if (slot <= LANES_MAX) {
                drawing.add("slot " + slot, stay.stretch(facts.now(), Show.text(stay.job())));
            }
        }
        return drawing.lanes("Its latest leases", LANES_MAX, slot -> new Link(slot, ""));
    }
}
