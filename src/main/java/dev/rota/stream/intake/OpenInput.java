package dev.rota.stream.intake;

import dev.rota.engine.Source;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What is known of an input partition that is assigned to this instance. */
final class OpenInput {

    /** Where anybody may resume it at any time: committed, or to be committed before the first append. */
    private PositionMark resumable;

    /** Whether the group has that position, marked as in use. */
    private boolean marked;

    /** The offset before which a predecessor may have appended beyond the position. */
    private final long appendedBefore;

    /**
     * Records that are refused as SCHEMA_UNKNOWN and not yet passed by a committed position. The registry may know the
     * schema when such a record is read again, and an event would go to another log partition than the refusal: the
     * scheduler, which knows repetitions by log partition, would decide the record a second time.
     */
    private final TreeSet<Long> refused = new TreeSet<>();

    private boolean refusalsCommitted = true;

    OpenInput(PositionMark resumable, boolean marked, long appendedBefore) {
        this.resumable = resumable;
        this.marked = marked;
        this.appendedBefore = appendedBefore;
        this.refused.addAll(resumable.refused());
    }

    boolean isMarked() {
        return marked;
    }

    void marked() {
        marked = true;
    }

    /** The last position that was committed, with the refusals beyond it. */
    PositionMark resumable() {
        return resumable.refusing(refused);
    }

    /** Whether the next record, if it is this one, ends all that was ever appended. */
    boolean isClean(long next) {
        return marked && next >= appendedBefore;
    }

    SortedSet<Long> refused() {
        return refused;
    }

    boolean refusalsCommitted() {
        return refusalsCommitted;
    }

    /**
     * Notes that records are going to be refused. No more are taken than a mark holds, and none while the commit of
     * earlier ones is in doubt: it may have succeeded, so those stay refused.
     */
    void refusing(List<Source> records) {
        if (refusalsCommitted) {
            records.stream()
                    .limit(Math.max(0, PositionMark.REFUSED_MAX - refused.size()))
                    .forEach(record -> refused.add(record.offset()));
            refusalsCommitted = false;
        }
    }

    /** A position was committed: nobody reads what lies before it again. */
    void committed(PositionMark position) {
        refused.headSet(position.next()).clear();
        refusalsCommitted = true;
        resumable = position;
    }
}
