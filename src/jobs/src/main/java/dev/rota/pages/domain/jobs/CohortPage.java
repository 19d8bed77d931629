package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.jobs.view.CohortState.QueuedJob;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of a cohort's state: its queue, its instances and its bots, from {@code state.json}, and the latest demand for
 * slots, from the topic.
 */
public final class CohortPage {

    /** The number of jobs with the longest waits that are listed. */
    private static final int WAITS_MAX = 25;

    private static final int INSTANCES_MAX = 50;

    private static final int BOTS_A_PAGE = 100;

    private final UnitFacts facts;
    private final Links links;
    private final CohortState state;
    private final boolean isThere;
    private final String filter;
    private final List<BotLine> all;

    /** The bots that match the filter. */
    private final List<BotLine> wanted;

    private final Paging paging;

    CohortPage(UnitFacts facts, Live<CohortState> live) {
        this.facts = facts;
        this.links = facts.links();
        this.state = live.page();
        this.isThere = live.isThere();
        this.filter = facts.parameter("bots");
        this.all = state.bots() == null ? List.of() : state.bots();
        this.wanted = all.stream().filter(bot -> bot.bot().contains(filter)).toList();
        this.paging = new Paging(wanted.size(), BOTS_A_PAGE, facts.parameter("page"));
    }

    public String unit() {
        return facts.unit();
    }

    public List<Notice> notices() {
        return new CohortNotices(state, links).all();
    }

    public List<InstanceBar> instances() {
        return new InstanceBars(state, links, facts.now()).all(INSTANCES_MAX);
    }

    public List<WaitLine> waits() {
        return waits(links, state.oldest(), facts.now(), WAITS_MAX);
    }

    public boolean publishesDemand() {
        return state.demandEveryMs() != null;
    }

    public DemandPicture demand() {
        return new DemandPicture(facts);
    }

    /** Returns the text that the ids of listed bots contain. */
    public String filter() {
        return filter;
    }

    public List<BotStrip> bots() {
        return paging.of(wanted).stream().map(new BotStrips(links)::strip).toList();
    }

    /** Returns links to the pages of bots. */
    public List<Link> pages() {
        return paging.links(page -> links.state("bots", filter, "page", Paging.parameter(page)));
    }

    /** Returns a summary; empty if no instance answers. */
    public String sentence() {
        if (!isThere) {
            return "";
        }
        long queued = state.queued();
        long used = state.count("slotsUsed");
        long slots = used + state.count("slotsFree") + state.count("slotsHeld");
        List<String> clauses = new ArrayList<>();
        clauses.add(queued == 0 ? "No job waits" : Show.count(queued, "job waits", "jobs wait") + oldest());
        clauses.add(
                slots == 0
                        ? "there is no slot"
                        : Show.number(used) + " of " + Show.count(slots, "slot is", "slots are") + " taken");
        long bots = state.count("total");
        long troubled = state.troubledCount();
        clauses.add(
                bots == 0
                        ? "there is no bot"
                        : troubled == 0
                                ? (bots == 1 ? "the bot is healthy" : "all " + Show.number(bots) + " bots are healthy")
                                : Show.number(troubled) + " of " + Show.count(bots, "bot", "bots")
                                        + (troubled == 1 ? " needs" : " need") + " attention");
        return String.join("; ", clauses) + ".";
    }

    private String oldest() {
        return state.oldest().isEmpty()
                ? ""
                : ", the oldest for " + Show.lasting(state.oldest().get(0).queuedAt(), facts.now());
    }

    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(List.of(
                figure("queued", "Waiting jobs", state.queued()),
                figure("assigned", "Assigned jobs", state.assigned()),
                figure("slotsFree", "Slots free", state.count("slotsFree")),
                figure("slotsUsed", "Slots taken", state.count("slotsUsed")),
                figure("instances", "Instances", state.instanceCount())));
        if (state.waiting() > 0) {
            figures.add(2, figure("waiting", "Waiting for other jobs", state.waiting()));
        }
        return figures;
    }

    public List<Figure> botFigures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(figure("bots", "Bots", state.count("total")));
        for (String status : List.of("OK", "UNHEALTHY", "HOST_REBOOTING", "BOT_TERMINATING")) {
            figures.add(figure("bots." + status, status, state.count(status)));
        }
        figures.add(figure("held", "Held", state.count("held")));
        figures.add(figure("silent", "Silent", state.count("silent")));
        figures.add(figure("idle", "OK and idle", state.count("idle")));
        figures.add(figure("partly", "OK, some slots taken", state.count("partly")));
        figures.add(figure("full", "OK and full", state.count("full")));
        return figures;
    }

    private static Figure figure(String name, String label, long value) {
        return new Figure(name, label, Show.number(value));
    }

    public String instancesCaption() {
        int count = state.instanceCount();
        return count > INSTANCES_MAX
                ? "The " + INSTANCES_MAX + " instances with the most jobs, of " + Show.number(count)
                : Show.count(count, "instance", "instances");
    }

    public String waitsCaption() {
        long queued = state.queued();
        int skipped = state.kindsSkipped();
        return (queued > WAITS_MAX
                        ? "The " + WAITS_MAX + " of " + Show.number(queued) + " jobs that have waited longest"
                        : Show.count(queued, "job waits", "jobs wait"))
                + (skipped > 0
                        ? "; those of " + Show.number(skipped)
                                + " kinds of jobs were not read, because there are too many kinds"
                        : "");
    }

    public String botsCaption() {
        long total = state.count("total");
        int listed = all.size();
        String counted = listed < total
                ? "the first " + Show.number(listed) + " by id of " + Show.count(total, "bot", "bots")
                : Show.count(total, "bot", "bots");
        return filter.isEmpty() ? upper(counted) : Show.number(wanted.size()) + " of " + counted;
    }

    private static String upper(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Returns up to {@code most} of the jobs that wait. */
    static List<WaitLine> waits(Links links, List<QueuedJob> jobs, long now, int most) {
        return jobs.stream()
                .limit(most)
                .map(job -> {
                    String id = job.job();
                    String instance = job.instance();
                    long since = job.queuedAt();
                    return new WaitLine(
                            Show.text(id),
                            links.url("job", id),
                            Show.text(instance),
                            links.url("instance", instance),
                            String.valueOf(job.priority()),
                            Show.time(since),
                            Show.lasting(since, now),
                            String.valueOf(job.attempt()));
                })
                .toList();
    }
}
