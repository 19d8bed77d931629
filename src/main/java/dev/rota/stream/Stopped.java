package dev.rota.stream;

/** Something that only a person can decide stopped the work. The message is one line that says what to do. */
public final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Stopped(String message) {
        super(message, null, false, false);
    }
}
