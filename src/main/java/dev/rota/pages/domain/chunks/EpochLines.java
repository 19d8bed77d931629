package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.NetworkView.EpochLine;
import dev.rota.pages.index.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Puts epochs into lines. */
final class EpochLines {
    static final String EPOCHS = "chunks.epochs";
    private static final String EVENTS = "chunks.epoch-events";
    /** Epochs of a page. */
    static final int MAX = 20;

    private final UnitFacts facts;
    private final TreeSet<Long> converged = new TreeSet<>();

    EpochLines(UnitFacts facts) {
        this.facts = facts;
        facts.newest(Wanted.of(EVENTS), MAX).forEach(event -> {
            if (event.value().path("kind").asText().equals("CONVERGED")) {
                converged.add(event.value().path("epoch").asLong());
            }
        });
    }

    /** The latest ones, newest first. */
    List<EpochLine> newest() {
        List<EpochLine> lines = new ArrayList<>();
        facts.newest(Wanted.of(EPOCHS), MAX).forEach(epoch -> lines.add(line(epoch)));
        return lines;
    }

    EpochLine line(Decided decided) {
        JsonNode epoch = decided.value();
        long number = epoch.path("epoch").asLong();
        boolean published = epoch.path("status").asText().equals("PUBLISHED");
        long unplaceable = epoch.path("unplaceable").size();
        return new EpochLine(
                NetworkLinks.epoch(facts.unit(), number),
                Show.text(epoch.path("status").asText()),
                !published || unplaceable > 0,
                Show.time(decided.entry().time()),
                NetworkLinks.number(epoch.path("replicas")),
                NetworkLinks.number(epoch.path("replicasAdded")),
                NetworkLinks.number(epoch.path("replicasRemoved")),
                NetworkLinks.bytes(epoch.path("bytesAdded")),
                NetworkLinks.number(epoch.path("replicasWaiting")),
                replication(epoch.path("replication")),
                published
                        ? outcome(number, unplaceable)
                        : Show.text(epoch.path("reason").asText()));
    }

    private String outcome(long number, long unplaceable) {
        return (converged.contains(number) ? "converged" : "not converged")
                + (unplaceable == 0 ? "" : ", " + Phrases.count(unplaceable, "dataset") + " unplaceable");
    }

    /** Achieved replicas by weight, and planned ones where they differ: drains and waiting moves keep more for a while. */
    static String replication(JsonNode weights) {
        return StreamSupport.stream(weights.spliterator(), false)
                .limit(5)
                .map(EpochLines::replicas)
                .collect(Collectors.joining(", ", "", weights.size() > 5 ? ", …" : ""));
    }

    private static String replicas(JsonNode weight) {
        int achieved = weight.path("achieved").asInt();
        int planned = weight.path("planned").asInt();
        return "×" + weight.path("weight").asInt() + ": " + achieved
                + (achieved == planned ? "" : " (planned: " + planned + ")");
    }
}
