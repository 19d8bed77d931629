package dev.rota.sim;

/** Thrown by this and every later call of a killed process. It is an Error since no code catches those. */
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed(String actor) {
        super(actor + " was killed", null, false, false);
    }
}
