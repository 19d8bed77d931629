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
import dev.rota.pages.domain.jobs.JobView.AttemptLine;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The page of a job: its attempts, its preemptions, and the reasons why it does not run on a bot that the user
 * selected.
 */
final class JobPage {

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

    JobPage(UnitFacts facts, String job) {
        this.facts = facts;
        this.job = job;
        this.links = facts.links();
    }

    JobView view() {
        List<Decided> events = facts.newest(EntryFilter.of(EVENTS).about("job", job), EVENTS_MAX);
        List<JobStay> stays = JobStays.of(events);
        String bot = facts.parameter("bot").strip();
        Answer match = bot.isEmpty() ? null : facts.explain(MatchExplainer.subject(job, bot));
        return new JobView(
                facts.unit(),
                job,
                lanes(stays),
                stays.stream().map(this::attempt).toList(),
                new Preemptions(facts, links).of(events),
                bot,
                match == null ? "" : Show.text(match.sentence()),
                bot.isEmpty()
                        ? ""
                        : links.url(
                                MatchExplainer.KIND,
                                MatchExplainer.subject(job, bot).id()));
    }

    private AttemptLine attempt(JobStay stay) {
        String bot = stay.bot();
        return new AttemptLine(
                String.valueOf(stay.attempt()),
                bot != null ? Show.text(bot) : stay.isForOthers() ? OTHERS : QUEUE,
                bot == null ? "" : links.url("bot", bot),
                Show.time(stay.from()),
                Show.lasting(stay.from(), stay.until(facts.now())),
                Show.text(stay.ending()),
                stay.end() == null ? "" : Url.record(stay.end().entry().at()));
    }

    private Lanes lanes(List<JobStay> stays) {
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
                bot -> bot.isEmpty() ? new Link(QUEUE, "") : links.to("bot", bot));
    }
}
