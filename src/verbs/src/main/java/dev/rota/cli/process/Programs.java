package dev.rota.cli.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds programs. */
public final class Programs {

    private Programs() {}

    /** Returns whether there is an executable program of a name or path. */
    public static boolean exists(String program) {
        return program.contains("/")
                ? Files.isExecutable(Path.of(program))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
