package dev.rota.audit;

import dev.rota.engine.Nullable;
import dev.rota.engine.OutputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The records of one output partition that one log partition caused, in order. The scheduler writes them in the order of
 * their causes, so what belongs to a cause stands together. A record that cannot be read is passed by: where it was
 * wanted it will be missing. That one, and a record whose cause is no log record, are named as strangers.
 */
final class OutputTrail implements AutoCloseable {

    /** An output record, and the offset of the log record that it names as its cause. */
    record Caused(StoredRecord record, long cause) {}

    private final Evidence.Records records;
    private final String causePrefix;
    private final boolean beginsLate;
    private boolean begun;

    @Nullable
    private Caused next;

    /**
     * @param log the log partition, as causes name it
     * @param beginsLate whether retention has deleted the beginning
     */
    OutputTrail(Evidence.Records records, String log, boolean beginsLate) {
        this.records = records;
        this.causePrefix = log + "/";
        this.beginsLate = beginsLate;
        advance();
    }

    /** Hands on the records with a cause before this one: nothing that was decided, since that has been dealt with. */
    void before(long cause, Consumer<Caused> undecided) {
        while (next != null && next.cause() < cause) {
            undecided.accept(next);
            advance();
        }
    }

    /** Takes the records of this cause, as many as may be wanted; what is beyond them stays. */
    List<StoredRecord> of(long cause, int max) {
        List<StoredRecord> taken = new ArrayList<>();
        while (next != null && next.cause() == cause && taken.size() < max) {
            taken.add(next.record());
            advance();
        }
        return taken;
    }

    /**
     * Whether records of the cause just taken may have been deleted by retention: until the first records that are
     * there, and among those themselves.
     *
     * @param taken how many of them were there
     */
    boolean mayBeDeletedBefore(int taken) {
        boolean first = beginsLate && !begun;
        begun |= taken > 0;
        return first;
    }

    private void advance() {
        next = null;
        while (next == null) {
            try {
                StoredRecord record = records.next();
                if (record == null) {
                    return;
                }
                next = caused(record);
            } catch (Evidence.Unreadable e) {
                if (!e.goesOn()) {
                    return;
                }
            }
        }
    }

    private @Nullable Caused caused(StoredRecord record) {
        String cause = record.headerText(OutputFormat.CAUSE);
        if (!cause.startsWith(causePrefix)) {
            return null;
        }
        try {
            long offset = Long.parseLong(cause.substring(causePrefix.length()));
            return cause.equals(causePrefix + offset) && offset >= 0 ? new Caused(record, offset) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public void close() {
        records.close();
    }
}
