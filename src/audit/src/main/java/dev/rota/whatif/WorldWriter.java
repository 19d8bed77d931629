package dev.rota.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the changed world to a file, which is there only when it is whole. */
final class WorldWriter implements AutoCloseable {

    private final @Nullable Path target;
    private final @Nullable Path unfinished;
    private final @Nullable PrintWriter out;
    private final @Nullable WorldFile file;

    WorldWriter(@Nullable Path target) {
        this.target = target;
        try {
            if (target == null) {
                unfinished = null;
                out = null;
                file = null;
            } else {
                unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
                out = new PrintWriter(Files.newBufferedWriter(unfinished, UTF_8));
                file = new WorldFile(out);
                unfinished.toFile().deleteOnExit();
            }
        } catch (IOException e) {
            throw new WhatIf.Unanswerable(
                    "expected a file that can be written, but " + target + " cannot (" + FileProblem.of(e) + ")");
        }
    }

    boolean isWanted() {
        return file != null;
    }

    @Nullable
    WorldFile file() {
        return file;
    }

    /** Puts the file in its place. */
    void keep() {
        if (out != null && unfinished != null && target != null) {
            out.close();
            if (out.checkError()) {
                throw new WhatIf.Unanswerable("expected room for " + target + ", but it could not be written");
            }
            try {
                Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            if (out != null && unfinished != null) {
                out.close();
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
