package dev.rota.whatif;

import java.util.Locale;

/**
 * Bounds what a change may make of a record. Lines of a change multiply, so each bound holds for all of them together.
 *
 * @param copies how often a request may be made, over all lines and runs
 * @param events the number of events in the compared time, in each world
 * @param bytes the size of these events
 * @param remedy where more is possible, to be appended to a sentence; may be empty
 */
public record WorldLimits(long copies, long events, long bytes, String remedy) {

    /** The limits of a process that answers nothing else. */
    public static final WorldLimits COMMAND = new WorldLimits(10_000, 20_000_000, 4L << 30, "");

    /** The limits of a process that serves pages, and in {@code dev} also brokers and schedulers, with the same memory. */
    public static final WorldLimits PAGES =
            new WorldLimits(200, 250_000, 128L << 20, "; 'rota what-if' on the command line takes more");

    /** Returns why a world is too large. */
    WhatIf.Unanswerable tooLarge(String origin) {
        return new WhatIf.Unanswerable(String.format(
                Locale.ROOT,
                "expected at most %,d events and %,d bytes in the compared time, but %s more: compare from a later time"
                        + " on, or with a smaller load%s",
                events,
                bytes,
                origin,
                remedy));
    }
}
