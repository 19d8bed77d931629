package dev.rota.bench.report;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints the lines of a benchmark's report. */
@FunctionalInterface
public interface ReportPrinter {

    void print(String format, Object... values);

    static ReportPrinter to(PrintWriter out) {
        return (format, values) -> {
            out.println(String.format(Locale.ROOT, format, values));
            out.flush();
        };
    }

    /** Prints the machine on which the following figures are measured. */
    default void printMachine() {
        print(
                "%s; %d processors, %d MiB heap, Java %s",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20,
                Runtime.version());
    }
}
