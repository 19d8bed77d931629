package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.InstanceLine;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;

/** The page of an instance: its quota, and its jobs that have waited longest. */
final class InstancePage {

    private final UnitFacts facts;
    private final CohortState state;
    private final String instance;
    private final Links links;

    InstancePage(UnitFacts facts, String instance) {
        this.facts = facts;
        this.state = facts.live("queue.json", CohortState.class).page();
        this.instance = instance;
        this.links = facts.links();
    }

    InstanceView view() {
        List<Notice> unmatched = state.unmatched().stream()
                .filter(kind -> kind.instance().equals(instance))
                .map(kind -> new Notice(
                        CohortNotices.unmatched(kind),
                        links.url("job", kind.first().job())))
                .toList();
        InstanceLine line = state.instances().stream()
                .filter(each -> each.instance().equals(instance))
                .findFirst()
                .orElse(null);
        List<WaitLine> waits =
                CohortPage.waits(links, line == null ? List.of() : line.oldest(), facts.now(), Integer.MAX_VALUE);
        long queued = line == null ? 0 : line.queued();
        return new InstanceView(
                new InstanceBars(state, links, facts.now()).of(instance),
                unmatched,
                queued > waits.size()
                        ? "The " + waits.size() + " of its " + queued + " jobs that have waited longest"
                        : Show.count(queued, "of its jobs waits", "of its jobs wait"),
                waits);
    }
}
