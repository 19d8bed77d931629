package dev.rota.cli.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects terminals. Progress and status lines are printed to terminals only. */
public final class Terminal {

    private Terminal() {}

    /** Returns whether standard output goes to a terminal. */
    public static boolean hasOutput() {
        return isTerminal(1);
    }

    /** Returns whether standard error goes to a terminal that can erase a line. */
    public static boolean hasErasableErrors() {
        String terminal = System.getenv("TERM");
        return terminal != null && !terminal.equals("dumb") && isTerminal(2);
    }

    /** Java reports a console only for standard input and output together, which is used where there is no /proc. */
    @SuppressWarnings("SystemConsoleNull") // newer Java versions always return a console, and the check below decides
    private static boolean isTerminal(int descriptor) {
        Path file = Path.of("/proc/self/fd/" + descriptor);
        try {
            return System.console() != null && (!Files.exists(file) || isTerminal(Files.readSymbolicLink(file)));
        } catch (IOException | RuntimeException e) {
            // the link of a pipe or socket is not a path
            return false;
        }
    }

    private static boolean isTerminal(Path device) {
        return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
    }
}
