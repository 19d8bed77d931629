package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.jobs.JobView.PreemptionLine;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Mention;
import java.util.ArrayList;
import java.util.List;

/**
 * Who took a slot from whom. A preemption is one step: the victim's EVICTED and the assignment of the job that came
 * instead follow each other on the bot, with the same cause.
 */
final class Preemptions {

    /** A job is evicted and assigned a few times only. */
    private static final int ASKED_MAX = 20;

    /** State changes of one step on one bot. */
    private static final int OF_A_STEP_MAX = 50;

    private final UnitFacts facts;
    private final JobsLinks links;

    Preemptions(UnitFacts facts, JobsLinks links) {
        this.facts = facts;
        this.links = links;
    }

    /** The preemptions among a job's state changes, newest first. */
    List<PreemptionLine> of(List<Decided> events) {
        List<PreemptionLine> lines = new ArrayList<>();
        int asked = 0;
        for (Decided event : events) {
            String kind = event.entry().kind();
            boolean isVictim = kind.equals("EVICTED");
            if (!isVictim && !kind.equals("ASSIGNED")) {
                continue;
            }
            if (asked++ == ASKED_MAX) {
                break;
            }
            Decided other = neighbour(event, isVictim);
            if (other != null && other.entry().kind().equals(isVictim ? "ASSIGNED" : "EVICTED")) {
                lines.add(line(event, isVictim, other));
            }
        }
        return lines;
    }

    /** The state change that follows on the same bot in the same step, or that comes before it; null if none does. */
    private @Nullable Decided neighbour(Decided event, boolean next) {
        Entry at = event.entry();
        Mention bot = new Mention("bot", event.value().path("bot").asText());
        List<Decided> step = facts.newest(
                entry -> entry.name().equals(JobPage.EVENTS)
                        && entry.cause().equals(at.cause())
                        && entry.mentions().contains(bot),
                OF_A_STEP_MAX);
        Decided found = null;
        for (Decided each : step) {
            long seq = each.entry().seq();
            if (next && seq > at.seq()) {
                found = each;
            } else if (!next && seq < at.seq()) {
                return each;
            }
        }
        return found;
    }

    private PreemptionLine line(Decided event, boolean isVictim, Decided other) {
        String job = other.value().path("job").asText();
        String bot = event.value().path("bot").asText();
        return new PreemptionLine(
                isVictim,
                Show.text(job),
                links.job(job),
                Show.text(bot),
                links.bot(bot),
                Show.time(event.entry().time()),
                Url.record(event.entry().at()));
    }
}
