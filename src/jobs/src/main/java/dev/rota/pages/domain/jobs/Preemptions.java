package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.JobStateEvent;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Finds preemptions. A preemption is one step: on the same bot and with the same cause, the victim's EVICTED event is
 * followed by the assignment of the other job.
 */
public final class Preemptions {

    /**
     * A preemption: one job took the slot of another.
     *
     * @param isVictim whether this job was evicted for the other one
     */
    public record Line(
            boolean isVictim,
            String other,
            String otherUrl,
            String bot,
            String botUrl,
            String time,
            String recordUrl) {}

    /** The number of a job's state changes that are searched. A job is evicted and assigned only a few times. */
    private static final int ASKED_MAX = 20;

    /** The number of state changes of one step on one bot that are searched. */
    private static final int NEIGHBOURS_MAX = 200;

    private final UnitFacts facts;
    private final Links links;

    Preemptions(UnitFacts facts, Links links) {
        this.facts = facts;
        this.links = links;
    }

    /** Returns the preemptions among a job's state changes, newest first. */
    List<Line> of(List<Decided> events) {
        List<Decided> asked = events.stream()
                .filter(event -> isVictim(event) || event.entry().kind().equals("ASSIGNED"))
                .limit(ASKED_MAX)
                .toList();
        List<Line> lines = new ArrayList<>();
        for (Decided event : asked) {
            Decided other = neighbour(event);
            if (other != null && other.entry().kind().equals(isVictim(event) ? "ASSIGNED" : "EVICTED")) {
                lines.add(line(event, other));
            }
        }
        return lines;
    }

    /** Returns the state changes of the same step on the same bot, newest first. */
    private List<Decided> around(Decided event) {
        return facts.newest(
                EntryFilter.of(JobPage.EVENTS).about("bot", bot(event)).withCauseOf(event.entry()), NEIGHBOURS_MAX);
    }

    /** Returns the bot of a state change that has one. */
    private static String bot(Decided event) {
        return Objects.requireNonNull(event.as(JobStateEvent.class).getBot());
    }

    private static boolean isVictim(Decided event) {
        return event.entry().kind().equals("EVICTED");
    }

    /**
     * Returns the state change that follows an eviction, or precedes an assignment, on the same bot in the same step;
     * null if there is none.
     */
    private @Nullable Decided neighbour(Decided event) {
        Decided next = null;
        for (Decided each : around(event)) {
            long seq = each.entry().seq();
            if (seq > event.entry().seq()) {
                next = each;
            } else if (seq < event.entry().seq() && !isVictim(event)) {
                return each;
            }
        }
        return isVictim(event) ? next : null;
    }

    private Line line(Decided event, Decided other) {
        String job = other.as(JobStateEvent.class).getJob();
        String bot = bot(event);
        return new Line(
                isVictim(event),
                Show.text(job),
                links.url("job", job),
                Show.text(bot),
                links.url("bot", bot),
                Show.time(event.entry().time()),
                Url.record(event.entry().at()));
    }
}
