package dev.rota.pages.domain.jobs;

import dev.rota.engine.Answer;
import dev.rota.engine.Subject;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Lanes.Lane;
import dev.rota.pages.domain.Lanes.Span;
import dev.rota.pages.domain.TimeScale;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.jobs.JobView.AttemptLine;
import dev.rota.pages.index.Wanted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A job's attempts, whom it took a slot from, and why it does not run on a bot that somebody asks about. */
final class JobPage {

    static final String EVENTS = "jobs.events";

    /** The latest state changes that are drawn. */
    private static final int EVENTS_MAX = 60;

    /** The bots that are drawn; all attempts are in the table. */
    private static final int LANES_MAX = 12;

    private static final String QUEUE = "the queue";

    private final UnitFacts facts;
    private final String job;
    private final JobsLinks links;

    JobPage(UnitFacts facts, String job) {
        this.facts = facts;
        this.job = job;
        this.links = new JobsLinks(facts.unit());
    }

    JobView view() {
        List<Decided> events = facts.newest(Wanted.of(EVENTS).about("job", job), EVENTS_MAX);
        List<Stay> stays = Stays.of(events);
        String bot = facts.parameter("bot").strip();
        Answer match = bot.isEmpty() ? null : facts.explain(new Subject("match", MatchId.of(job, bot)));
        return new JobView(
                facts.unit(),
                job,
                lanes(stays),
                stays.stream().map(this::attempt).toList(),
                new Preemptions(facts, links).of(events),
                bot,
                match == null ? "" : Show.text(match.sentence()),
                bot.isEmpty() ? "" : links.match(job, bot));
    }

    private AttemptLine attempt(Stay stay) {
        String bot = stay.bot();
        return new AttemptLine(
                String.valueOf(stay.attempt()),
                bot == null ? QUEUE : Show.text(bot),
                bot == null ? "" : links.bot(bot),
                Show.time(stay.from()),
                Show.lasting(stay.from(), stay.until(facts.now())),
                Show.text(stay.ending()),
                stay.end() == null ? "" : Url.record(stay.end().entry().at()));
    }

    private Lanes lanes(List<Stay> stays) {
        if (stays.isEmpty()) {
            return new Lanes("", "", "", List.of());
        }
        long from = stays.get(0).from();
        long to =
                stays.stream().mapToLong(stay -> stay.until(facts.now())).max().orElse(from);
        TimeScale scale = new TimeScale(from, to);
        Map<String, List<Stay>> places = new LinkedHashMap<>();
        places.put("", new ArrayList<>());
        for (Stay stay : stays) {
            places.computeIfAbsent(stay.bot() == null ? "" : stay.bot(), bot -> new ArrayList<>())
                    .add(stay);
        }
        List<Lane> lanes = places.entrySet().stream()
                .limit(LANES_MAX)
                .map(place -> lane(place.getKey(), place.getValue(), scale))
                .toList();
        int more = places.size() - lanes.size();
        return new Lanes(
                "Where the job was" + (more > 0 ? "; " + more + " more bots are in the table below" : ""),
                Show.time(from),
                Show.time(to),
                lanes);
    }

    private Lane lane(String bot, List<Stay> stays, TimeScale scale) {
        List<Span> spans = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Stay stay : stays) {
            String title = Show.lasting(stay.from(), stay.until(facts.now())) + " from " + Show.time(stay.from()) + ", "
                    + Show.text(stay.ending());
            spans.add(scale.span(
                    stay.from(), stay.until(facts.now()), bot.isEmpty() ? "wait" : "run", title, stay.isCut()));
            words.add(title);
        }
        return new Lane(
                bot.isEmpty() ? QUEUE : Show.text(bot),
                bot.isEmpty() ? "" : links.bot(bot),
                words.isEmpty() ? "nothing" : String.join("; ", words),
                spans);
    }
}
