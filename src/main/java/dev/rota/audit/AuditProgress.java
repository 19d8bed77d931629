package dev.rota.audit;

/** Is told how far an audit has come, from its threads. */
@FunctionalInterface
public interface AuditProgress {

    /** Tells nobody. */
    AuditProgress SILENT = (done, all) -> {};

    /** So many log records of all that there are. */
    void records(long done, long all);
}
