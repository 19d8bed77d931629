package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowWipe;
import dev.rota.settings.Names;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.outputs.CommittedOutputs.Diverged;
import dev.rota.stream.outputs.OutputAccess;
import dev.rota.stream.store.RowsStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds the rows of one log partition from its log: deletes what is there, reads which outputs are committed, and
 * has the log applied again without emitting these outputs a second time.
 *
 * <p>A marker row in the same store says that the rows are incomplete, and whether the former ones are all deleted. It
 * is written in the transaction of the first deletion and deleted in the transaction that applies the last record with
 * a committed output. A successor finds it and continues; the outputs are read again, since transactions have been
 * committed meanwhile.
 */
final class Rebuild {

    private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);

    /** The most rows that are deleted at a punctuation. */
    private static final int ROWS_AT_ONCE_MAX = 20_000;

    private enum Phase {
        NONE,
        WIPING,
        READING,
        APPLYING
    }

    private final String name;
    private final int partition;
    private final Names names;
    private final Steps steps;
    private final RowsStore store;
    private final LogAccess log;
    private final OutputAccess outputs;
    private final RebuildRequest request;

    private Phase phase = Phase.NONE;
    private String why = "";

    /** The last log offset that was decided when it began; null if that is not known. */
    private @Nullable Long decided;

    /** Whether an earlier process began it. */
    private boolean continued;

    private long next;
    private @Nullable RowWipe wipe;
    private @Nullable OutputAccess.Scan scan;
    private @Nullable CommittedOutputs committed;

    /** The void records that took effect, by the offset of the voided record. */
    private final Map<Long, LogRecord.Voiding> voids = new HashMap<>();

    Rebuild(
            Names names,
            int partition,
            Steps steps,
            RowsStore store,
            LogAccess log,
            OutputAccess outputs,
            RebuildRequest request) {
        this.names = names;
        this.name = names.log() + "/" + partition;
        this.partition = partition;
        this.steps = steps;
        this.store = store;
        this.log = log;
        this.outputs = outputs;
        this.request = request;
    }

    /** Whether the rows are incomplete, so that they tell nothing of a unit. */
    boolean active() {
        return phase != Phase.NONE;
    }

    /** Whether a rebuild deletes rows that were there, or has deleted them, in this process or an earlier one. */
    boolean hasWiped() {
        return wipes() || continued;
    }

    /** Whether the rows are still to be deleted; nothing is deleted before {@link #advance}. */
    boolean wipes() {
        return phase == Phase.WIPING;
    }

    /**
     * Determines whether the rows must be rebuilt.
     *
     * @throws Stopped if only an operator can tell whether this build may
     */
    boolean isNeeded(Extent extent, @Nullable Applied applied) {
        close();
        phase = Phase.NONE;
        RowFormats formats = store.formats();
        String unreadable = formats.unreadable();
        RebuildRow marker = store.rebuild();
        boolean asked = request.begins(partition, marker != null);
        continued = marker != null;
        decided = decided(marker, extent, applied);
        boolean wiping = marker != null && !marker.getWiped();
        if (unreadable != null) {
            if (formats.ambiguous() && !wiping && !request.asked()) {
                throw new Stopped(name + ": " + unreadable + ". Run the build that wrote them, or, if this is the newer"
                        + " one, rebuild them: rota run --rebuild");
            }
            begin(Phase.WIPING, unreadable);
        } else if (asked && applied != null) {
            begin(Phase.WIPING, "an operator asked for it");
        } else if (marker != null) {
            begin(Phase.READING, marker.getWhy());
        } else if (applied == null && extent.end() > 0) {
            begin(Phase.READING, "its store has no rows");
        }
        if (!active()) {
            request.met(partition);
        }
        return active();
    }

    /**
     * What an earlier process knew, or what the rows say. The group's offset counts only where there are no rows, and
     * only as it is when a rebuild begins, since it goes on over deliveries that are ignored meanwhile, or when an
     * operator, who may have set it, asks for a rebuild.
     */
    private @Nullable Long decided(@Nullable RebuildRow marker, Extent extent, @Nullable Applied applied) {
        if (marker != null && (marker.getDecided() != null || !request.asked())) {
            return marker.getDecided();
        }
        Applied last = applied == null ? store.applied() : applied;
        if (last != null) {
            return last.offset();
        }
        return extent.committed() < 0 ? null : Long.valueOf(extent.committed() - 1);
    }

    private void begin(Phase first, String reason) {
        phase = first;
        why = reason;
        wipe = null;
    }

    /** Makes progress; returns true once the log can be applied. */
    boolean advance(long nextOffset) throws Unavailable, Diverged {
        next = nextOffset;
        if (phase == Phase.WIPING) {
            wipe();
        }
        if (phase != Phase.READING) {
            return false;
        }
        try {
            return read();
        } finally {
            if (active()) {
                mark();
            }
        }
    }

    /** Is committed with the offsets of the deliveries that are ignored until the log can be applied. */
    private void mark() {
        RebuildRow marker = store.rebuild();
        if (marker == null || !marker.getWiped() || !Objects.equals(marker.getDecided(), decided)) {
            store.beginRebuild(true, why, decided);
            steps.reopen();
        }
    }

    private void wipe() {
        if (wipe == null) {
            LOG.warn("{} is rebuilt from the log: {}", name, why);
            store.beginRebuild(false, why, decided);
            steps.reopen();
            wipe = store.wipe();
        }
        if (!wipe.slice(ROWS_AT_ONCE_MAX)) {
            phase = Phase.READING;
            mark();
        }
    }

    private boolean read() throws Unavailable, Diverged {
        if (scan == null) {
            scan = outputs.scan(partition);
            committed = new CommittedOutputs(names, partition);
        }
        CommittedOutputs found = Objects.requireNonNull(committed);
        if (scan.read(found::add)) {
            return false;
        }
        found.complete(next, log.extent(partition), scan.beginsLate(), decided);
        readVoids(found);
        close();
        if (found.through() < next) {
            end();
        } else {
            LOG.info(
                    "{} is applied again up to {}, without emitting what is committed: {}", name, found.through(), why);
            steps.compareWith(found);
            committed = found;
            phase = Phase.APPLYING;
        }
        return true;
    }

    private void readVoids(CommittedOutputs found) throws Unavailable {
        voids.clear();
        for (Map.Entry<Long, Long> each : found.voids().entrySet()) {
            long at = each.getValue();
            for (Delivered there : log.read(partition, at, at + 1).records()) {
                if (steps.parse(there) instanceof LogRecord.Voiding voiding && voiding.offset() == each.getKey()) {
                    voids.put(each.getKey(), voiding);
                }
            }
        }
    }

    /**
     * The void record by which a record was skipped, according to the committed outputs; null if it was decided. A
     * newer build might be able to decide it, but must not.
     */
    @Nullable
    LogRecord.Voiding voided(Delivered record) {
        return phase == Phase.APPLYING ? voids.get(record.offset()) : null;
    }

    /** The record before this offset was applied. */
    void applied(long nextOffset) {
        next = nextOffset;
        if (phase == Phase.APPLYING && next > Objects.requireNonNull(committed).through()) {
            end();
        }
    }

    private void end() {
        if (phase == Phase.APPLYING) {
            LOG.info("{} is rebuilt up to {}", name, next);
        }
        if (store.rebuild() != null) {
            store.endRebuild();
        }
        request.met(partition);
        steps.compareWith(null);
        committed = null;
        phase = Phase.NONE;
    }

    /** What it does, for the health of the instance. */
    String sentence() {
        String what = switch (phase) {
            case NONE -> "done";
            case WIPING -> (wipe == null ? 0 : wipe.deleted()) + " rows deleted";
            case READING -> "reads the committed outputs, " + (scan == null ? "0 records" : scan.progress());
            case APPLYING ->
                "applied up to " + next + " of "
                        + (Objects.requireNonNull(committed).through() + 1);
        };
        return name + " is rebuilt from the log, since " + why + ": " + what;
    }

    /** Ends a pass over the outputs. */
    void close() {
        if (scan != null) {
            scan.close();
            scan = null;
        }
    }
}
