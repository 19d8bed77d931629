package dev.rota.engine;

/** A rejection's reason code. Each domain has its own enum; {@link IntakeReason} contains intake's. */
public interface Reason {

    /** Returns the code as stored in a {@link Rejection}. */
    String name();
}
