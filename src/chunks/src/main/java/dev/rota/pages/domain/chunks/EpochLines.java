package dev.rota.pages.domain.chunks;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochEventKind;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.WeightReplication;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.NetworkView.EpochLine;
import dev.rota.pages.index.EntryFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Formats epochs as lines of a table. */
final class EpochLines {
    static final String EPOCHS = "chunks.epochs";
    private static final String EVENTS = "chunks.epoch-events";
    /** The number of epochs on a page. */
    static final int MAX = 20;

    private final UnitFacts facts;
    private final TreeSet<Long> converged = new TreeSet<>();

    EpochLines(UnitFacts facts) {
        this.facts = facts;
        facts.newest(EntryFilter.of(EVENTS), MAX).forEach(event -> {
            if (event.as(EpochEvent.class).getKind() == EpochEventKind.CONVERGED) {
                converged.add(event.as(EpochEvent.class).getEpoch());
            }
        });
    }

    /** Returns the latest epochs, newest first. */
    List<EpochLine> newest() {
        List<EpochLine> lines = new ArrayList<>();
        facts.newest(EntryFilter.of(EPOCHS), MAX).forEach(epoch -> lines.add(line(epoch)));
        return lines;
    }

    EpochLine line(Decided decided) {
        Epoch epoch = decided.as(Epoch.class);
        long number = epoch.getEpoch();
        boolean published = epoch.getStatus() == EpochStatus.PUBLISHED;
        long unplaceable = epoch.getUnplaceable().size();
        return new EpochLine(
                facts.links().to("epoch", number),
                epoch.getStatus().name(),
                !published || unplaceable > 0,
                Show.time(decided.entry().time()),
                Show.number(epoch.getReplicas()),
                Show.number(epoch.getReplicasAdded()),
                Show.number(epoch.getReplicasRemoved()),
                Sizes.bytes(epoch.getBytesAdded()),
                Show.number(epoch.getReplicasWaiting()),
                replication(epoch.getReplication()),
                published ? outcome(number, unplaceable) : Show.text(epoch.getReason()));
    }

    private String outcome(long number, long unplaceable) {
        return (converged.contains(number) ? "converged" : "not converged")
                + (unplaceable == 0 ? "" : ", " + Phrases.count(unplaceable, "dataset") + " unplaceable");
    }

    /**
     * Returns the achieved replicas by weight, with the planned ones where they differ: drains and waiting moves keep
     * more replicas for a while.
     */
    static String replication(List<WeightReplication> weights) {
        return weights.stream()
                .limit(5)
                .map(EpochLines::replicas)
                .collect(Collectors.joining(", ", "", weights.size() > 5 ? ", …" : ""));
    }

    private static String replicas(WeightReplication weight) {
        int achieved = weight.getAchieved();
        int planned = weight.getPlanned();
        return "×" + weight.getWeight() + ": " + achieved + (achieved == planned ? "" : " (planned: " + planned + ")");
    }
}
