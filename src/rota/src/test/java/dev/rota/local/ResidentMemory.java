package dev.rota.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads the resident memory of processes from Linux's {@code /proc}. */
public final class ResidentMemory {

    private ResidentMemory() {}

    /** Returns the current resident memory of this process in KiB. */
    public static long kibibytes() {
        return kibibytes("self", "VmRSS:");
    }

    /** Returns the peak of the resident memory of a process in KiB. */
    static long peakKibibytes(long pid) {
        return kibibytes(String.valueOf(pid), "VmHWM:");
    }

    private static long kibibytes(String process, String name) {
        Path status = Path.of("/proc", process, "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("expected " + name + " in " + status));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
