package dev.rota.chunks.explain;

import dev.rota.chunks.epoch.EpochDue;
import dev.rota.chunks.export.EpochHistory;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import java.util.List;
import java.util.function.Function;

/** Finds the workers that a chunk's replicas met on their rings, why workers refused, and which took them. */
public final class WalkInquiry implements Inquiry {

    public static final String NAME = "walk";

    /** The chunk, as {@code DATASET/TOP/FIRST-LAST-HASH}. */
    public static final String CHUNK = "chunk";

    /** The epoch; by default, the one in force. */
    public static final String EPOCH = "epoch";

    private final ChunkAddress chunk;

    /** The epoch in question, or null for the one in force. */
    private final @Nullable Long asked;

    private final Function<EpochDue, Domain> deciding;
    private long epoch;
    private boolean listed;

    /** Null until the epoch is due. */
    private @Nullable ChunkWalks walks;

    /**
     * Parses the words of an inquiry.
     *
     * @param deciding makes a domain that handles epochs in another way
     * @throws IllegalArgumentException with a sentence if the chunk or the epoch is malformed
     */
    public WalkInquiry(Asked asked, Function<EpochDue, Domain> deciding) {
        this.chunk = ChunkAddress.parse(asked.first(CHUNK));
        this.asked = asked.all(EPOCH).isEmpty() ? null : epoch(asked.first(EPOCH));
        this.deciding = deciding;
    }

    private static Long epoch(String number) {
        try {
            return Long.valueOf(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected the number of an epoch, but it is '" + number + "'");
        }
    }

    @Override
    public Domain replaying(Domain domain, String network, OutputRecords outputs) {
        EpochHistory history = new EpochHistory(outputs, network);
        epoch = asked == null ? history.published(null).value().getEpoch() : asked;
        return deciding.apply(EpochDue.from(history.firstToExplain(epoch), epoch, (step, at, bounded) -> {
            walks = ChunkExplanation.of(at, chunk, bounded, step::parallel);
            at.letEpochGoBy(step);
        }));
    }

    @Override
    public void decided(Decision decision) {
        listed |= chunk.isListedBy(decision);
    }

    @Override
    public Answer answer(Tables tables, long now, Parallel parallel) {
        if (walks == null) {
            throw new NotThere("expected epoch " + epoch + " of network " + tables.unit()
                    + ", but the log makes none of that number");
        }
        if (!listed) {
            throw new NotThere("expected chunk " + chunk + ", but network " + tables.unit() + " never listed it");
        }
        List<String> lines = walks.lines();
        return new Answer(
                walks.holders().isEmpty() ? "NOT_PLACED" : "ASSIGNED",
                lines.get(lines.size() - 1),
                lines,
                walks.abridged());
    }
}
