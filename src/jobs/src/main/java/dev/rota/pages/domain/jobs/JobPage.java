package dev.rota.pages.domain.jobs;

import dev.rota.engine.Answer;
import dev.rota.jobs.explain.MatchExplainer;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.LaneDrawing;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The page of a job: its attempts, its preemptions, and the reasons why it does not run on a bot that the user
 * selected.
 */
public final class JobPage {

    /** A stretch of time in the queue or on a bot. */
    public record AttemptLine(
            String attempt, String where, String whereUrl, String from, String lasted, String end, String endUrl) {}

    static final String EVENTS = "jobs.events";

    /** The number of the latest state changes that are drawn. */
    private static final int EVENTS_MAX = 60;

    /** The number of bots that are drawn. The table has all attempts. */
    private static final int LANES_MAX = 12;

    private static final String QUEUE = "the queue";

    private static final String OTHERS = "waits for other jobs";

    private final UnitFacts facts;
    private final String job;
    private final Links links;
    private final List<Decided> events;
    private final List<JobStay> stays;
    private final String bot;

    JobPage(UnitFacts facts, String job) {
        this.facts = facts;
        this.job = job;
        this.links = facts.links();
        this.events = facts.newest(EntryFilter.of(EVENTS).about("job", job), EVENTS_MAX);
        this.stays = JobStays.of(events);
        this.bot = facts.parameter("bot").strip();
    }

    public String unit() {
        return facts.unit();
    }

    public String job() {
        return job;
    }

    public List<AttemptLine> attempts() {
        return stays.stream().map(this::attempt).toList();
    }

    public List<Preemptions.Line> preemptions() {
        return new Preemptions(facts, links).of(events);
    }

    /** Returns the bot that the user selected; empty if none. */
    public String bot() {
        return bot;
    }

    /** Returns why the job does not run there; empty if it is unknown. */
    public String match() {
        Answer match = bot.isEmpty() ? null : facts.explain(MatchExplainer.subject(job, bot));
        return match == null ? "" : Show.text(match.sentence());
    }

    /** Returns the address of the page that explains it for any time; empty if no bot was selected. */
    public String matchUrl() {
        return bot.isEmpty()
                ? ""
                : links.url(
                        MatchExplainer.KIND, MatchExplainer.subject(job, bot).id());
    }

    private AttemptLine attempt(JobStay stay) {
        String on = stay.bot();
        return new AttemptLine(
                String.valueOf(stay.attempt()),
                on != null ? Show.text(on) : stay.isForOthers() ? OTHERS : QUEUE,
                on == null ? "" : links.url("bot", on),
                Show.time(stay.from()),
                Show.lasting(stay.from(), stay.until(facts.now())),
                Show.text(stay.ending()),
                stay.end() == null ? "" : Url.record(stay.end().entry().at()));
    }

    public Lanes lanes() {
        LaneDrawing drawing = new LaneDrawing().lane("");
        stays.forEach(stay -> drawing.add(
                stay.bot() == null ? "" : stay.bot(),
                stay.stretch(
                        facts.now(),
                        Show.lasting(stay.from(), stay.until(facts.now())) + " from " + Show.time(stay.from()))));
        int more = drawing.size() - LANES_MAX;
        return drawing.lanes(
                "Places of the job" + (more > 0 ? "; " + more + " more bots are in the table below" : ""),
                LANES_MAX,
                lane -> lane.isEmpty() ? new Link(QUEUE, "") : links.to("bot", lane));
    }
}
