package dev.rota.chunks.scheduler;

/** Thrown, with the reason, if a placement pass has not enough room. */
final class NaiveNotEnough extends Exception {

    private static final long serialVersionUID = 1L;

    NaiveNotEnough(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
