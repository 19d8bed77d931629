package dev.rota.stream.intake;

import dev.rota.engine.log.Source;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The state of an input partition assigned to this instance. */
final class OpenInput {

    /** The position to resume from: committed, or to be committed before the first append. */
    private PositionMark resumable;

    /** True if that position is committed as in use. */
    private boolean marked;

    /**
     * The offset below which a previous owner may have appended beyond the position. It is the input's end when the
     * partition was assigned: a previous owner that has not noticed yet appends only what it had polled before.
     */
    private final long appendedBefore;

    /** The reading of this instance. */
    private final Reading reading;

    /**
     * The reading of the previous owner, by which records below {@link #appendedBefore} are read; that of this instance
     * if no previous owner may have appended anything, or once all of it is passed. The scheduler detects duplicates
     * per log partition, and would decide a record twice that another reading appends to another partition.
     */
    private Reading formerReading;

    /**
     * Offsets refused as SCHEMA_UNKNOWN at or beyond the committed position. By the time such a record is read again,
     * the registry may know its schema, and the event would go to another log partition than the refusal: the
     * scheduler, which detects duplicates per log partition, would handle the record twice.
     */
    private final TreeSet<Long> refused = new TreeSet<>();

    private boolean refusalsCommitted = true;

    /** Offsets at or beyond the position whose records the log was found to contain. */
    private final SortedSet<Long> appended;

    /** @param reading the reading of this instance; that of the position is its previous owner's */
    OpenInput(PositionMark resumable, boolean marked, long appendedBefore, Reading reading, SortedSet<Long> appended) {
        this.appended = appended;
        this.resumable = resumable;
        this.marked = marked;
        this.appendedBefore = appendedBefore;
        this.reading = reading;
        this.formerReading = resumable.reading();
        this.refused.addAll(resumable.refused());
    }

    boolean isMarked() {
        return marked;
    }

    void marked() {
        marked = true;
    }

    /** Returns the last committed position, with the refusals beyond it. */
    PositionMark resumable() {
        return resumable.refusing(refused);
    }

    /** Returns whether nothing at or beyond {@code next} was ever appended. */
    boolean isClean(long next) {
        return marked && next >= appendedBefore;
    }

    /**
     * Returns whether neither this instance has appended anything of it, nor a previous owner at or beyond
     * {@code next}.
     */
    boolean isUntouched(long next) {
        return !marked && next >= appendedBefore;
    }

    /** Returns the reading by which a record may have been appended already; that of this instance if it was not. */
    Reading reading(long offset) {
        return offset < appendedBefore ? formerReading : reading;
    }

    /**
     * Returns whether a record is the first that no former reading concerns, which must be committed before it is
     * appended.
     */
    boolean isBeyondFormer(long offset) {
        return !formerReading.equals(reading) && offset >= appendedBefore;
    }

    /** Notes that a position at or beyond the end of what the previous owner may have appended was committed. */
    void passedFormer() {
        formerReading = reading;
    }

    /** Returns whether the log contains a record, which then need not be appended again. */
    boolean isAppended(long offset) {
        return appended.contains(offset);
    }

    SortedSet<Long> refused() {
        return refused;
    }

    boolean refusalsCommitted() {
        return refusalsCommitted;
    }

    /**
     * Notes records that will be refused, up to the capacity of a mark, and none while the commit of earlier ones is in
     * doubt, since it may have succeeded.
     */
    void refusing(List<Source> records) {
        if (refusalsCommitted) {
            records.stream()
                    .limit(Math.max(0, PositionMark.REFUSED_MAX - refused.size()))
                    .forEach(record -> refused.add(record.offset()));
            refusalsCommitted = false;
        }
    }

    /**
     * Notes a committed position: nothing before it is read again. The answer to a commit may arrive after that to a
     * later one, or after more records were refused.
     */
    void committed(PositionMark position) {
        refused.headSet(position.next()).clear();
        appended.headSet(position.next()).clear();
        refusalsCommitted |= position.refused().containsAll(refused);
        if (position.next() >= resumable.next()) {
            resumable = position.inUse();
        }
    }
}
