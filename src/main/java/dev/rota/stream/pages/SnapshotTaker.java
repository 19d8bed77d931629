package dev.rota.stream.pages;

import dev.rota.engine.PageSnapshot;
import dev.rota.engine.PartitionMachine;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshots that pages wait for, of the units of one log partition. It runs on the stream thread between two
 * records, so a snapshot is of one log position: that of the last record that was applied.
 */
public final class SnapshotTaker {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);

    /** Snapshots that are taken at one punctuation: records wait for them. */
    private static final int SNAPSHOTS_AT_ONCE_MAX = 10;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final PageCache pages;

    public SnapshotTaker(int partition, Supplier<PartitionMachine> machine, PageCache pages) {
        this.partition = partition;
        this.machine = machine;
        this.pages = pages;
        pages.open(partition);
    }

    /** Takes what is wanted, up to a unit whose state is not in memory: of that, it reads one part. */
    public void take() {
        for (String unit : pages.wanted(partition, SNAPSHOTS_AT_ONCE_MAX)) {
            if (!taken(unit)) {
                pages.postpone(unit);
                return;
            }
        }
    }

    /** A snapshot that cannot be taken is no reason to stop deciding. */
    private boolean taken(String unit) {
        try {
            PageSnapshot snapshot = machine.get().snapshot(unit);
            if (snapshot != null) {
                pages.put(unit, snapshot);
            } else if (machine.get().unit(unit) == null) {
                pages.refuse(unit, PageAnswer.unknown(unit));
            } else {
                return false;
            }
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("the state of '{}' could not be read for a page", unit, e);
            pages.refuse(unit, PageAnswer.failed(unit));
        }
        return true;
    }

    public void close() {
        pages.close(partition);
    }
}
