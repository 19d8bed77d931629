package dev.rota.shards.scheduler;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BatchesExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardClosed;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardReopened;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Models the events that intake refuses, which never reach the pool. */
final class NaiveIntake {

    private NaiveIntake() {}

    /** Returns the reason to refuse an event, or null if the pool decides it. */
    static @Nullable IntakeReason refuses(SpecificRecord event) {
        if (event instanceof Transaction transaction) {
            boolean nameless =
                    transaction.getShard().isEmpty() || transaction.getId().isEmpty();
            return reason(transaction.getPool(), nameless);
        } else if (event instanceof WorkerEvent worker) {
            return reason(worker.getPool(), worker.getWorker().isEmpty() || invalid(worker.getEvent()));
        } else if (event instanceof PoolControl control) {
            boolean nameless = (control.getEvent() instanceof ShardPaused paused
                            && paused.getShard().isEmpty())
                    || (control.getEvent() instanceof ShardResumed resumed
                            && resumed.getShard().isEmpty())
                    || (control.getEvent() instanceof ShardClosed closed
                            && closed.getShard().isEmpty())
                    || (control.getEvent() instanceof ShardReopened reopened
                            && reopened.getShard().isEmpty());
            return reason(control.getPool(), nameless);
        }
        return reason(((BlockEnvironment) event).getPool(), false);
    }

    private static boolean invalid(Object event) {
        return (event instanceof WorkerReady ready && (ready.getSlots() < 0 || ready.getProtocol() < 0))
                || (event instanceof BatchesExecuted joined && invalid(joined.getReports()))
                || (event instanceof BatchExecuted report
                        && (report.getShard().isEmpty() || report.getElapsedMs() < 0));
    }

    private static boolean invalid(List<BatchExecuted> reports) {
        return reports.isEmpty()
                || reports.stream().anyMatch(NaiveIntake::invalid)
                || reports.stream().map(BatchExecuted::getToken).distinct().count() < reports.size();
    }

    private static @Nullable IntakeReason reason(String pool, boolean invalid) {
        if (invalid) {
            return IntakeReason.VALUE_INVALID;
        }
        return pool.isEmpty() ? IntakeReason.UNIT_INVALID : null;
    }
}
