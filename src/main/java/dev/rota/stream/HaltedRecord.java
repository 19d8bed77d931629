package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Slice;
import dev.rota.stream.log.LogAccess.Unavailable;

/** The record at which a partition is halted, and the search of the log for a void record that names it. */
final class HaltedRecord {

    private final Delivered record;

    /** Where the search continues. */
    private long lookedTo;

    HaltedRecord(Delivered record) {
        this.record = record;
        this.lookedTo = record.offset() + 1;
    }

    Delivered record() {
        return record;
    }

    /** Searches the next slice of the log; null if there is no void record for it. */
    @Nullable
    LogRecord.Voiding search(LogAccess log, Steps steps) throws Unavailable {
        Slice slice = log.read(record.at().partition(), lookedTo, Long.MAX_VALUE);
        for (Delivered each : slice.records()) {
            if (each.isVoid()
                    && steps.parse(each) instanceof LogRecord.Voiding voiding
                    && voiding.offset() == record.offset()) {
                lookedTo = each.offset() + 1;
                return voiding;
            }
        }
        lookedTo = slice.next();
        return null;
    }
}
