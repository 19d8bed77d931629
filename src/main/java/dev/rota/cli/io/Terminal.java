package dev.rota.cli.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody watches: lines that are for the moment are for terminals alone. */
public final class Terminal {

    private Terminal() {}

    /** Whether standard output goes to a terminal. */
    public static boolean hasOutput() {
        return isTerminal(1);
    }

    /** Whether standard error goes to a terminal that can erase a line. */
    public static boolean hasErasableErrors() {
        String terminal = System.getenv("TERM");
        return terminal != null && !terminal.equals("dumb") && isTerminal(2);
    }

    /** Java knows only about standard input and output together, which decide where there is no /proc. */
    @SuppressWarnings("SystemConsoleNull") // newer Javas always have one, and there the check below decides
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
