package dev.rota.pages.domain.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;
import java.util.stream.Stream;

/** An instance: its quota, and its jobs that have waited longest. */
final class InstancePage {

    private final UnitFacts facts;
    private final JsonNode state;
    private final String instance;
    private final JobsLinks links;

    InstancePage(UnitFacts facts, String instance) {
        this.facts = facts;
        this.state = facts.live("queue.json").json();
        this.instance = instance;
        this.links = new JobsLinks(facts.unit());
    }

    InstanceView view() {
        List<Notice> unmatched = named("unmatched")
                .map(kind -> new Notice(
                        CohortNotices.unmatched(kind),
                        links.job(kind.path("first").path("job").asText())))
                .toList();
        List<JsonNode> own = named("instances").toList();
        JsonNode line = own.isEmpty() ? state.path("nowhere") : own.get(0);
        List<WaitLine> waits = CohortPage.waits(links, line.path("oldest"), facts.now(), Integer.MAX_VALUE);
        long queued = line.path("queued").asLong();
        return new InstanceView(
                new InstanceBars(state, links, facts.now()).of(instance),
                unmatched,
                queued > waits.size()
                        ? "The " + waits.size() + " of its " + queued + " jobs that have waited longest"
                        : CohortPage.count(queued, "of its jobs waits", "of its jobs wait"),
                waits);
    }

    private Stream<JsonNode> named(String list) {
        return CohortPage.all(state.path(list)).stream()
                .filter(each -> each.path("instance").asText().equals(instance));
    }
}
