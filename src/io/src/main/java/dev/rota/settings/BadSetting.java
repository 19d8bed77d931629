package dev.rota.settings;

/** Thrown for an invalid setting. The message is one line for the user. */
public final class BadSetting extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadSetting(String message) {
        super(message, null, false, false);
    }
}
