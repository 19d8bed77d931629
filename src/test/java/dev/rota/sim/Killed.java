package dev.rota.sim;

/** An actor's process is dead: this call and every later one throw it. Nobody catches an Error. */
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed(String actor) {
        super(actor + " was killed", null, false, false);
    }
}
