package dev.rota.engine;

/** Why something was not accepted. Each domain has an enum of its own; {@link Refusal} has the reasons of intake. */
public interface Reason {

    /** The code as it stands in a {@link Rejection}. */
    String name();
}
