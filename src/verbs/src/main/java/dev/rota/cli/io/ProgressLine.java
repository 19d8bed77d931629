package dev.rota.cli.io;

import dev.rota.audit.AuditProgress;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows the progress of a long verb on one line of standard error, overwritten in place. */
public final class ProgressLine implements AuditProgress, AutoCloseable {

    private static final long NANOS_BETWEEN = 200_000_000;
    private static final String ERASE = "\r\u001b[K";

    private final PrintStream err;
    private final LongSupplier nanoClock;
    private final boolean shown;
    private final long begun;
    private long last;
    private boolean printed;

    ProgressLine(PrintStream err, boolean shown, LongSupplier nanoClock) {
        this.err = err;
        this.shown = shown;
        this.nanoClock = nanoClock;
        this.begun = nanoClock.getAsLong();
        this.last = begun;
    }

    /** Returns a progress line that prints only if standard error is a terminal that can erase a line. */
    public static ProgressLine onTerminal() {
        return new ProgressLine(System.err, Terminal.hasErasableErrors(), System::nanoTime);
    }

    @Override
    public void records(long done, long all) {
        of("log records", done, all);
    }

    /** Shows that {@code done} of {@code all} things are done. */
    public synchronized void of(String what, long done, long all) {
        long now = nanoClock.getAsLong();
        if (!shown || now - last < NANOS_BETWEEN) {
            return;
        }
        last = now;
        printed = true;
        err.print(ERASE + text(what, done, all, now - begun));
        err.flush();
    }

    private static String text(String what, long done, long all, long nanos) {
        double part = all == 0 ? 1 : (double) done / all;
        long secondsLeft = done == 0 ? 0 : Math.round((nanos / 1e9) * (all - done) / done);
        return String.format(
                Locale.ROOT,
                "%,d of %,d %s, %.0f %%%s",
                done,
                all,
                what,
                100 * part,
                done == 0 ? "" : String.format(Locale.ROOT, ", %d:%02d left", secondsLeft / 60, secondsLeft % 60));
    }

    @Override
    public synchronized void close() {
        if (printed) {
            err.print(ERASE);
            err.flush();
        }
    }
}
