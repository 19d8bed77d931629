package dev.rota.cli;

import dev.rota.audit.AuditProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows an audit's progress on one line of standard error, overwritten in place. */
final class ProgressLine implements AuditProgress, AutoCloseable {

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

    /** Creates one that prints only if standard error is a terminal that can erase a line. */
    @SuppressWarnings("SystemConsoleNull") // newer Javas always have one, and there the check below decides
    static ProgressLine onTerminal() {
        String terminal = System.getenv("TERM");
        boolean shown =
                System.console() != null && terminal != null && !terminal.equals("dumb") && errorsGoToTerminal();
        return new ProgressLine(System.err, shown, System::nanoTime);
    }

    /**
     * Whether standard error is a terminal. Java knows only about standard input and output, which decide where there
     * is no /proc.
     */
    private static boolean errorsGoToTerminal() {
        Path error = Path.of("/proc/self/fd/2");
        try {
            return !Files.exists(error) || isTerminal(Files.readSymbolicLink(error));
        } catch (IOException | RuntimeException e) {
            // the link of a pipe or socket is not a path
            return false;
        }
    }

    private static boolean isTerminal(Path device) {
        return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
    }

    @Override
    public synchronized void records(long done, long all) {
        long now = nanoClock.getAsLong();
        if (!shown || now - last < NANOS_BETWEEN) {
            return;
        }
        last = now;
        printed = true;
        err.print(ERASE + text(done, all, now - begun));
        err.flush();
    }

    private static String text(long done, long all, long nanos) {
        double part = all == 0 ? 1 : (double) done / all;
        long secondsLeft = done == 0 ? 0 : Math.round((nanos / 1e9) * (all - done) / done);
        return String.format(
                Locale.ROOT,
                "%,d of %,d log records, %.0f %%%s",
                done,
                all,
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
