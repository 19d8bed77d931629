package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Lanes.Lane;
import dev.rota.pages.domain.Lanes.Span;
import dev.rota.pages.domain.TimeScale;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.jobs.BotView.PastLease;
import dev.rota.pages.index.Wanted;
import java.util.ArrayList;
import java.util.List;

/** A bot: its slots now, as its instance tells, and its leases, from the state changes of jobs. */
final class BotPage {

    private static final int PAST_MAX = 50;

    /** The latest state changes on the bot that are drawn; a lease begins and ends with one. */
    private static final int EVENTS_MAX = 2 * PAST_MAX;

    /** As many leases at the same time are drawn. */
    private static final int LANES_MAX = 16;

    private final UnitFacts facts;
    private final String bot;
    private final JobsLinks links;

    BotPage(UnitFacts facts, String bot) {
        this.facts = facts;
        this.bot = bot;
        this.links = new JobsLinks(facts.unit());
    }

    BotView view() {
        List<Decided> events = facts.newest(Wanted.of(JobPage.EVENTS).about("bot", bot), EVENTS_MAX);
        List<Stay> leases =
                Stays.of(events).stream().filter(stay -> bot.equals(stay.bot())).toList();
        List<BotLine> now = now();
        BotStrips strips = new BotStrips(links);
        List<PastLease> past = new ArrayList<>();
        for (int i = leases.size() - 1; i >= 0 && past.size() < PAST_MAX; i--) {
            past.add(past(leases.get(i)));
        }
        return new BotView(
                now.stream().map(strips::strip).toList(),
                now.stream()
                        .flatMap(each -> each.leases().stream())
                        .map(this::lease)
                        .toList(),
                lanes(leases),
                past);
    }

    /** The bot; none if it is not among those that are listed. */
    private List<BotLine> now() {
        return facts.live("bots/" + bot + ".json", CohortState.OneBot.class).page().bots().stream()
                .filter(each -> each.bot().equals(bot))
                .toList();
    }

    private BotView.LeaseLine lease(CohortState.LeaseLine lease) {
        String job = lease.job();
        String instance = lease.instance();
        long since = lease.assignedAt();
        String preempted = lease.preempted() == null ? "" : lease.preempted();
        return new BotView.LeaseLine(
                Show.text(job),
                links.job(job),
                Show.text(instance),
                links.instance(instance),
                String.valueOf(lease.lease()),
                Show.time(since),
                Show.lasting(since, facts.now()),
                Show.text(lease.strategy()),
                Show.text(preempted),
                preempted.isEmpty() ? "" : links.job(preempted));
    }

    private PastLease past(Stay stay) {
        return new PastLease(
                Show.text(stay.job()),
                links.job(stay.job()),
                Show.time(stay.from()),
                Show.lasting(stay.from(), stay.until(facts.now())),
                Show.text(stay.ending()),
                stay.end() == null ? "" : Url.record(stay.end().entry().at()));
    }

    /** Slots have no numbers: each lease is drawn in the first lane that is free when it begins. */
    private Lanes lanes(List<Stay> leases) {
        if (leases.isEmpty()) {
            return new Lanes("", "", "", List.of());
        }
        long from = leases.get(0).from();
        long to =
                leases.stream().mapToLong(stay -> stay.until(facts.now())).max().orElse(from);
        TimeScale scale = new TimeScale(from, to);
        List<List<Span>> lanes = new ArrayList<>();
        List<Long> freeFrom = new ArrayList<>();
        for (Stay stay : leases) {
            int lane = 0;
            while (lane < lanes.size() && freeFrom.get(lane) > stay.from()) {
                lane++;
            }
            if (lane == LANES_MAX) {
                continue;
            }
            if (lane == lanes.size()) {
                lanes.add(new ArrayList<>());
                freeFrom.add(0L);
            }
            freeFrom.set(lane, stay.until(facts.now()));
            lanes.get(lane)
                    .add(scale.span(
                            stay.from(),
                            stay.until(facts.now()),
                            "run",
                            Show.text(stay.job()) + ": " + Show.text(stay.ending()),
                            stay.isCut()));
        }
        List<Lane> drawn = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
            drawn.add(new Lane(
                    "slot " + (i + 1), "", CohortPage.count(lanes.get(i).size(), "lease", "leases"), lanes.get(i)));
        }
        return new Lanes("Its latest leases", Show.time(from), Show.time(to), drawn);
    }
}
