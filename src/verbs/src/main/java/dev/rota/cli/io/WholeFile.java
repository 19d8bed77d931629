package dev.rota.cli.io;

import dev.rota.cli.options.Unusable;
import dev.rota.engine.text.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file as a whole, so that a concurrent reader finds the old file, the new one, or none. */
public final class WholeFile {

    private WholeFile() {}

    /** Writes a file to a path. */
    @FunctionalInterface
    public interface Writing {
        void to(Path part) throws IOException;
    }

    /**
     * Writes a temporary file and moves it to {@code file}.
     *
     * @param suffix the suffix of the temporary file's name
     */
    public static void replace(Path file, String suffix, Writing writing) {
        Path part = file.resolveSibling(file.getFileName() + suffix);
        try {
            try {
                writing.to(part);
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new Unusable("expected to write " + file + ", but it cannot be (" + FileProblem.of(e) + ")");
        }
    }
}
