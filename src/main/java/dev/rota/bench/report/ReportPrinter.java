package dev.rota.bench.report;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints a line of a benchmark's report. */
@FunctionalInterface
public interface ReportPrinter {

    void say(String format, Object... values);

    static ReportPrinter to(PrintWriter out) {
        return (format, values) -> {
            out.println(String.format(Locale.ROOT, format, values));
            out.flush();
        };
    }

    /** Says on which machine the figures below were measured. */
    default void sayMachine() {
        say(
                "%s; %d processors, %d MiB heap, Java %s",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20,
                Runtime.version());
    }
}
