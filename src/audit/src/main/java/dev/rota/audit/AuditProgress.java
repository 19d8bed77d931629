package dev.rota.audit;

/** Receives an audit's progress, on any of its threads. */
@FunctionalInterface
public interface AuditProgress {

    /** Ignores progress. */
    AuditProgress SILENT = (done, all) -> {};

    /** Reports that {@code done} of {@code all} log records are done. */
    void records(long done, long all);
}
