package dev.rota.cli.whatif.history;

/** Thrown for a row that cannot be read. The message states what was expected and what was found. */
final class Malformed extends Exception {

    private static final long serialVersionUID = 1L;

    Malformed(String reason) {
        super(reason, null, false, false);
    }
}
