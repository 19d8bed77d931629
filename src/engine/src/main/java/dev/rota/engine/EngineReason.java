package dev.rota.engine;

/** Reasons for which the engine itself rejects a record that intake had accepted. */
public enum EngineReason implements Reason {
    /** An operator has declared the log record undecidable. */
    VOIDED,
    /** An operator has closed the unit. */
    UNIT_CLOSED
}
