package dev.rota.engine;

/** A rejection's reason code. Each domain has its own enum; {@link IntakeReason} has those of intake. */
public interface Reason {

    /** The code as a {@link Rejection} holds it. */
    String name();
}
