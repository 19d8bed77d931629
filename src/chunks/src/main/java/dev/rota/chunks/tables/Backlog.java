package dev.rota.chunks.tables;

import dev.rota.chunks.BacklogRow;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.RouteView;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.Key;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayDeque;
import org.apache.avro.specific.SpecificRecord;

/**
 * Catalog entries, assignments and epochs that a step had no room to publish: an epoch can have thousands of
 * assignments, and the removal of a dataset tens of thousands of entries. Following steps publish them in order, and
 * later decisions queue behind them. So an assignment always follows the catalog entries of its chunks, and an epoch
 * follows its assignments.
 */
public final class Backlog {

    /** The key of the first row; the keys are consecutive numbers up to {@link #end}. */
    private long first;

    private long end;

    /** The last decisions that were queued, up to {@link #end}, so that they are not decoded from their rows. */
    private final ArrayDeque<SpecificRecord> known = new ArrayDeque<>();

    private Backlog() {}

    public static Backlog read(Tables tables) {
        Backlog backlog = new Backlog();
        tables.table(ChunksTables.BACKLOG).forEach(Key.EMPTY, (key, row) -> {
            long number = key.read().number64();
            backlog.first = backlog.end == 0 ? number : backlog.first;
            backlog.end = number + 1;
        });
        return backlog;
    }

    /**
     * Publishes a decision, or queues it.
     *
     * @param decision of one of the types that a {@link BacklogRow} can contain
     */
    public void publish(Step step, SpecificRecord decision) {
        if (first == end && step.hasRoom()) {
            emit(step, decision);
        } else {
            step.table(ChunksTables.BACKLOG).put(Key.of(end++), new BacklogRow(decision), false);
            keep(decision);
            step.continueWith(NetworkTimers.BACKLOG.key());
        }
    }

    /**
     * Keeps assignments in memory, which share their numbers with the epoch. Catalog entries may be many, and are read
     * again.
     */
    private void keep(SpecificRecord decision) {
        if (decision instanceof CatalogEntry) {
            known.clear();
        } else {
            known.add(decision);
        }
    }

    /** Publishes the decisions for which the step has room. */
    public void publish(Step step) {
        Table<BacklogRow> rows = step.table(ChunksTables.BACKLOG);
        while (first < end) {
            if (!step.hasRoom()) {
                step.continueWith(NetworkTimers.BACKLOG.key());
                return;
            }
            boolean isKnown = end - first <= known.size();
            Key key = Key.of(first++);
            emit(
                    step,
                    isKnown ? known.remove() : (SpecificRecord) rows.expect(key).getDecision());
            rows.drop(key);
        }
        first = 0;
        end = 0;
    }

    private static void emit(Step step, SpecificRecord decision) {
        if (decision instanceof CatalogEntry entry) {
            step.emit(ChunksTopics.CATALOG, entry.getDataset(), entry);
        } else if (decision instanceof WorkerAssignment assignment) {
            step.emit(ChunksTopics.ASSIGNMENTS, assignment.getWorker(), assignment);
        } else if (decision instanceof EpochEvent event) {
            step.emit(ChunksTopics.EPOCH_EVENTS, step.unit(), event);
        } else if (decision instanceof RouteView view) {
            step.emit(ChunksTopics.ROUTES, step.unit(), view);
        } else {
            step.emit(ChunksTopics.EPOCHS, step.unit(), (Epoch) decision);
        }
    }
}
