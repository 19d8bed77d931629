package dev.rota.bench;

/** Prints a line of a benchmark's report. */
@FunctionalInterface
interface ReportPrinter {

    void say(String format, Object... values);
}
