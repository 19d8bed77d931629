package dev.rota.bench;

/** Prints a line of a benchmark's report. */
@FunctionalInterface
interface Saying {

    void say(String format, Object... values);
}
