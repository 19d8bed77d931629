package dev.rota.audit;

import dev.rota.engine.Nullable;
import dev.rota.engine.OutputFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of one output partition that one log partition caused, in order. The scheduler writes them in the order of
 * their causes, so what belongs to a cause stands together.
 */
final class OutputTrail implements AutoCloseable {

    /** An output record, and the offset of the log record that it names as its cause. */
    record Caused(StoredRecord record, long cause) {}

    private final Evidence.Records records;
    private final String causePrefix;
    private final boolean beginsLate;
    private final Findings findings;
    private boolean begun;

    @Nullable
    private Caused next;

    /**
     * @param log the log partition, as causes name it
     * @param beginsLate whether retention has deleted the beginning
     */
    OutputTrail(Evidence.Records records, String log, boolean beginsLate, Findings findings) {
        this.records = records;
        this.causePrefix = log + "/";
        this.beginsLate = beginsLate;
        this.findings = findings;
        advance();
    }

    /** Takes the records with a cause before this one: nothing that was decided, since its cause has been dealt with. */
    List<Caused> before(long cause) {
        List<Caused> taken = new ArrayList<>();
        while (next != null && next.cause() < cause) {
            taken.add(next);
            advance();
        }
        return taken;
    }

    /** Takes the records of this cause. */
    List<StoredRecord> of(long cause) {
        List<StoredRecord> taken = new ArrayList<>();
        while (next != null && next.cause() == cause) {
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
        for (StoredRecord record = records.next(); record != null; record = records.next()) {
            String cause = record.headerText(OutputFormat.CAUSE);
            if (cause.startsWith(causePrefix)) {
                try {
                    next = new Caused(record, Long.parseLong(cause.substring(causePrefix.length())));
                    return;
                } catch (NumberFormatException e) {
                    findings.diverges(Divergence.of(
                            record.at(), "expected a log record as its cause, but it names '" + cause + "'"));
                }
            }
        }
    }

    @Override
    public void close() {
        records.close();
    }
}
