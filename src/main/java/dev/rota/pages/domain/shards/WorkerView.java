package dev.rota.pages.domain.shards;

import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.shards.WorkerLine.TurnLine;
import java.util.List;

/**
 * A worker: its slots now, and its latest turns.
 *
 * @param lines its slots; none if it is not there, or nobody tells
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
