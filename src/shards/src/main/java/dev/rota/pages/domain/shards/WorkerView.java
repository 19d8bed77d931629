package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.shards.WorkerLine.TurnLine;
import java.util.List;

/**
 * A worker: its current slots, and its latest turns.
 *
 * @param lines its slots; empty if the worker is not present, or if no instance answers
 */
public record WorkerView(List<WorkerLine> lines, List<TurnLine> turns, Lanes lanes, List<PastTurn> past) {

    public WorkerView {
        lines = List.copyOf(lines);
        turns = List.copyOf(turns);
        past = List.copyOf(past);
    }

    /** A turn, and how it ended. */
    public record PastTurn(String shard, String shardUrl, String from, String lasted, String end, String endUrl) {}
}
