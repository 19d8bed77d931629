package dev.rota.chunks;

/** A pass that cannot be done, and why. */
final class NaiveNotEnough extends Exception {

    private static final long serialVersionUID = 1L;

    NaiveNotEnough(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
