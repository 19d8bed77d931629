package dev.rota.cli.options;

import dev.rota.engine.Nullable;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thrown for unusable input. The message is one line that states the reason. */
public final class Unusable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Unusable(String message) {
        super(message, null, false, false);
    }

    /**
     * Refuses a folder in place of a file: opening a folder succeeds, and reading it fails without its name in the
     * message.
     */
    public static void ifFolder(Path file) {
        if (Files.isDirectory(file)) {
            throw new Unusable("expected a readable file, but " + file + " is a folder");
        }
    }

    /**
     * Refuses a negative number.
     *
     * @param given the number; null if the option was not given
     */
    public static void ifNegative(String option, @Nullable Long given) {
        if (given != null && given < 0) {
            throw new Unusable("expected " + option + " of at least 0, but it is " + given);
        }
    }
}
