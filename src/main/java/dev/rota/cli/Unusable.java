package dev.rota.cli;

/** What the user gave cannot be used. The message is one line that says why. */
final class Unusable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unusable(String message) {
        super(message, null, false, false);
    }
}
