package dev.rota.cli.io;

import dev.rota.cli.options.Unusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces a file as a whole, so that who reads it meanwhile finds the former, the new, or none. */
public final class WholeFile {

    private WholeFile() {}

    /** Writes to the path that it is given. */
    @FunctionalInterface
    public interface Writing {
        void to(Path part) throws IOException;
    }

    /**
     * Writes a file and puts it in the place of the former one.
     *
     * @param suffix of the file's name while it is written
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
            throw new Unusable("expected to write " + file + ", but it cannot be ("
                    + e.getClass().getSimpleName() + ")");
        }
    }
}
