package dev.rota.cli.io;

import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.FileProblem;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads UTF-8 lines from a file or standard input, and writes them to standard output. */
public final class Lines {

    private Lines() {}

    /** Opens a file, or standard input if the path is null or {@code -}. */
    public static BufferedReader from(@Nullable Path file) {
        if (file == null || file.toString().equals("-")) {
            return new BufferedReader(new Utf8Reader(System.in));
        }
        Unusable.ifFolder(file);
        try {
            return new BufferedReader(new Utf8Reader(Files.newInputStream(file)));
        } catch (IOException e) {
            throw new Unusable("expected a readable file, but " + file + " is not (" + FileProblem.of(e) + ")");
        }
    }

    public static PrintWriter out() {
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    }
}
