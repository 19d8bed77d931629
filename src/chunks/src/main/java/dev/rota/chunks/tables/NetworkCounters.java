package dev.rota.chunks.tables;

import dev.rota.chunks.NetworkRow;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import java.util.List;
import java.util.function.Consumer;

/** The row of a network: its counters, and the times of its timers. */
public final class NetworkCounters {

    private NetworkRow row;
    private boolean isStored;

    private NetworkCounters(@Nullable NetworkRow stored) {
        isStored = stored != null;
        row = stored == null
                ? new NetworkRow(
                        0, 0L, Times.NEVER, 0L, 0L, false, 0L, 0L, List.of(), 0L, 0L, false, 0.0, 0L, Times.NEVER)
                : stored;
    }

    public static NetworkCounters read(Tables tables) {
        return new NetworkCounters(tables.table(ChunksTables.NETWORK).get(ChunksTables.ONE));
    }

    /** Returns the row, which is replaced when it changes. */
    public NetworkRow row() {
        return row;
    }

    /** Changes the row and writes it. */
    public void change(Step step, Consumer<NetworkRow.Builder> change) {
        NetworkRow.Builder changed = NetworkRow.newBuilder(row);
        change.accept(changed);
        row = changed.build();
        step.table(ChunksTables.NETWORK).put(ChunksTables.ONE, row, isStored);
        isStored = true;
    }
}
