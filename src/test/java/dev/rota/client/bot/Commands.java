package dev.rota.client.bot;

import dev.rota.stream.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Observes commands that run in other processes. */
public final class Commands {

    private Commands() {}

    /** What a command wrote to a file; empty while there is none. */
    public static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process id that a command writes to a file. */
    public static long pid(Path file) {
        Await.until("a process id in " + file, () -> !read(file).isEmpty());
        return Long.parseLong(read(file));
    }

    /** Whether a process runs; a zombie does not. */
    public static boolean isAlive(long pid) {
        String status = read(Path.of("/proc/" + pid + "/stat"));
        return !status.isEmpty() && !status.contains(") Z ");
    }
}
