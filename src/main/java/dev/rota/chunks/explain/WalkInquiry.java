package dev.rota.chunks.explain;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Which workers a chunk's replicas met on their rings, why those refused, and who took them. */
public final class WalkInquiry implements Inquiry {

    public static final String NAME = "walk";

    /** The chunk, as {@code DATASET/TOP/FIRST-LAST-HASH}. */
    public static final String CHUNK = "chunk";

    /** The epoch; by default, the one in force. */
    public static final String EPOCH = "epoch";

    /** Lines of the answer; a replica may meet every worker. */
    private static final int LINES_MAX = 500;

    private final String network;
    private final ChunkAddress chunk;
    private final long epoch;
    private final Domain replaying;
    private boolean listed;

    /** Null until the epoch is due. */
    @Nullable
    private ChunkWalks walks;

    /**
     * Asks for a chunk of an epoch.
     *
     * @param replaying makes the domain that hands out the walks when the epoch is due
     */
    public WalkInquiry(
            String network, ChunkAddress chunk, long epoch, Function<Consumer<ChunkWalks>, Domain> replaying) {
        this.network = network;
        this.chunk = chunk;
        this.epoch = epoch;
        this.replaying = replaying.apply(found -> walks = found);
    }

    @Override
    public Domain replaying() {
        return replaying;
    }

    @Override
    public void decided(Decision decision) {
        listed |= chunk.isListedBy(decision);
    }

    @Override
    public Answer answer(Tables tables, long now, Parallel parallel) {
        if (walks == null) {
            throw new NotThere(
                    "expected epoch " + epoch + " of network " + network + ", but the log makes none of that number");
        }
        if (!listed) {
            throw new NotThere("expected chunk " + chunk + ", but network " + network + " never listed it");
        }
        List<String> lines = new ArrayList<>();
        lines.add("network " + network + ", epoch " + epoch + ":");
        walks.lines().stream().limit(LINES_MAX).forEach(lines::add);
        if (walks.lines().size() > LINES_MAX) {
            lines.add("… and " + (walks.lines().size() - LINES_MAX) + " more lines, which 'explain chunks' prints");
        }
        return new Answer(lines, walks.json(epoch));
    }
}
