package dev.rota.audit;

/** Receives an audit's progress, on any of its threads. */
@FunctionalInterface
public interface AuditProgress {

    /** Ignores progress. */
    AuditProgress SILENT = (done, all) -> {};

    /** Reports how many log records of how many are done. */
    void records(long done, long all);
}
