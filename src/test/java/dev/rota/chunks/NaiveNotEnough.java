package dev.rota.chunks;

/** Thrown if a placement pass has not enough room, with the reason. */
final class NaiveNotEnough extends Exception {

    private static final long serialVersionUID = 1L;

    NaiveNotEnough(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
