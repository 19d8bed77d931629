package dev.rota.client.process;

import dev.rota.trials.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Observes commands that run in other processes. */
public final class Commands {

    private Commands() {}

    /** Returns the contents of a file that a command writes, or an empty text while the file does not exist. */
    public static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the process id that a command writes to a file, and returns it. */
    public static long pid(Path file) {
        Await.until("a process id in " + file, () -> !read(file).isEmpty());
        return Long.parseLong(read(file));
    }

    /** Returns whether a process runs. A zombie does not. */
    public static boolean isAlive(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            // there is no such file, or the process has ended since it was opened
            return false;
        }
    }
}
