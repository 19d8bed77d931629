package dev.rota.cli.options;

import dev.rota.engine.Nullable;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thrown for unusable input. The message is one line that states the reason. */
public class Unusable extends RuntimeException {

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
     * Refuses a path at which no file can be written: in a folder that does not exist, or where there is something else.
     *
     * @param file the path; null if the option was not given
     */
    public static void ifNoFile(String option, @Nullable Path file) {
        if (file != null
                && (!Files.isDirectory(file.toAbsolutePath().normalize().resolveSibling(""))
                        || (Files.exists(file) && !Files.isRegularFile(file)))) {
            throw new Unusable("expected " + option + " with a file that can be written, but it is '" + file + "'");
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
