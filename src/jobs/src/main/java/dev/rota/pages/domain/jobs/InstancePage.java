package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.InstanceLine;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;

/** The page of an instance: its quota, and its jobs that have waited longest. */
public final class InstancePage {

    private final UnitFacts facts;
    private final CohortState state;
    private final String instance;
    private final Links links;
    private final @Nullable InstanceLine line;

    InstancePage(UnitFacts facts, String instance) {
        this.facts = facts;
        this.state = facts.live("queue.json", CohortState.class).page();
        this.instance = instance;
        this.links = facts.links();
        this.line = state.instances().stream()
                .filter(each -> each.instance().equals(instance))
                .findFirst()
                .orElse(null);
    }

    /** Returns its bar; empty if it has no jobs and no quota, or if no deciding instance answers. */
    public List<InstanceBar> bars() {
        return new InstanceBars(state, links, facts.now()).of(instance);
    }

    public List<Notice> notices() {
        return state.unmatched().stream()
                .filter(kind -> kind.instance().equals(instance))
                .map(kind -> new Notice(
                        CohortNotices.unmatched(kind),
                        links.url("job", kind.first().job())))
                .toList();
    }

    public String waitsCaption() {
        int listed = line == null ? 0 : line.oldest().size();
        long queued = line == null ? 0 : line.queued();
        return queued > listed
                ? "The " + listed + " of its " + queued + " jobs that have waited longest"
                : Show.count(queued, "of its jobs waits", "of its jobs wait");
    }

    public List<WaitLine> waits() {
        return CohortPage.waits(links, line == null ? List.of() : line.oldest(), facts.now(), Integer.MAX_VALUE);
    }
}
