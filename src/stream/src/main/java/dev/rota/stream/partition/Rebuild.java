package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowWipe;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.LogAccess.Extent;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A rebuild of the rows of one log partition from its log: deletes what is there ({@link WipingRows}), reads which
 * outputs are committed ({@link ReadingOutputs}), and has the log applied again without emitting these outputs a second
 * time ({@link Reapplying}).
 *
 * <p>A marker row in the same store states that the rows are incomplete, and whether the former ones are all deleted.
 * It is written in the transaction of the first deletion and deleted once the last record with a committed output is
 * applied. A successor finds it and continues; the outputs are read again, since transactions have been committed
 * meanwhile.
 */
final class Rebuild {

    private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);

    private final TopicPartition name;
    private final PartitionRows rows;
    private final Steps steps;
    private final RebuildRequest request;
    private final String why;
    private final boolean wipes;

    /** True if an earlier process began it. */
    private final boolean continued;

    /** The last log offset that was decided when it began; null if that is not known. */
    private final @Nullable Long decided;

    private Rebuild(
            TopicPartition name,
            PartitionRows rows,
            Steps steps,
            RebuildRequest request,
            String why,
            boolean wipes,
            boolean continued,
            @Nullable Long decided) {
        this.name = name;
        this.rows = rows;
        this.steps = steps;
        this.request = request;
        this.why = why;
        this.wipes = wipes;
        this.continued = continued;
        this.decided = decided;
    }

    /**
     * Determines whether the rows must be rebuilt.
     *
     * @param applied the last record applied according to the rows
     * @return the rebuild, of which nothing has been done; null if the rows are complete
     * @throws StoppedException if only an operator can determine whether this build may
     */
    static @Nullable Rebuild needed(
            TopicPartition name,
            PartitionRows rows,
            Steps steps,
            RebuildRequest request,
            Extent extent,
            @Nullable Applied applied) {
        RowFormats formats = rows.formats();
        String unreadable = formats.unreadable();
        RebuildRow marker = rows.rebuild();
        boolean asked = request.begins(name.partition(), marker != null);
        boolean wiping = marker != null && !marker.getWiped();
        if (unreadable != null && formats.ambiguous() && !wiping && !request.asked()) {
            throw new StoppedException(name.topic() + "/" + name.partition() + ": " + unreadable
                    + ". Run the build that wrote them, or, if this is the newer one, rebuild them: rota run"
                    + " --rebuild");
        }
        String why;
        boolean wipes = true;
        if (unreadable != null) {
            why = unreadable;
        } else if (asked && applied != null) {
            why = "an operator asked for it";
        } else if (marker != null) {
            why = marker.getWhy();
            wipes = false;
        } else if (applied == null && extent.end() > 0) {
            why = "its store has no rows";
            wipes = false;
        } else {
            request.met(name.partition());
            return null;
        }
        Applied last = applied == null ? rows.applied() : applied;
        Long decided = decided(marker, request, extent, last);
        return new Rebuild(name, rows, steps, request, why, wipes, marker != null, decided);
    }

    /**
     * Returns the last log offset that was decided according to an earlier process, or to the rows. The group's
     * offset counts only where there are no rows, and only as it is when a rebuild begins, since it advances over
     * deliveries that are ignored meanwhile, or when an operator, who may have set it, asks for a rebuild.
     */
    private static @Nullable Long decided(
            @Nullable RebuildRow marker, RebuildRequest request, Extent extent, @Nullable Applied last) {
        if (marker != null && (marker.getDecided() != null || !request.asked())) {
            return marker.getDecided();
        }
        if (last != null) {
            return last.offset();
        }
        return extent.committed() < 0 ? null : Long.valueOf(extent.committed() - 1);
    }

    /** Returns whether the rows are still to be deleted. */
    boolean wipes() {
        return wipes;
    }

    /** Returns whether it deletes rows that were there, or whether they may have been deleted by an earlier process. */
    boolean hasWiped() {
        return wipes || continued;
    }

    @Nullable
    Long decided() {
        return decided;
    }

    /** Begins to delete the rows. */
    RowWipe wipe() {
        LOG.warn("{} is rebuilt from the log: {}", label(), why);
        rows.beginRebuild(false, why, decided);
        steps.reopen();
        return rows.wipe();
    }

    /** Writes the marker, to be committed with the offsets of the deliveries that are ignored from now on. */
    void mark() {
        RebuildRow marker = rows.rebuild();
        if (marker == null || !marker.getWiped() || !Objects.equals(marker.getDecided(), decided)) {
            rows.beginRebuild(true, why, decided);
            steps.reopen();
        }
    }

    /** Deletes the marker: the rows are complete. */
    void end() {
        if (rows.rebuild() != null) {
            rows.endRebuild();
        }
        request.met(name.partition());
        steps.compareNoMore();
    }

    /** Returns what is going on, for the health of the instance. */
    String sentence(String progress) {
        return label() + " is rebuilt from the log, since " + why + ": " + progress;
    }

    String label() {
        return name.topic() + "/" + name.partition();
    }

    String why() {
        return why;
    }
}
