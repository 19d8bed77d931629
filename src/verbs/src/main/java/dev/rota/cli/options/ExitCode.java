package dev.rota.cli.options;

/** The exit codes of all verbs. */
public final class ExitCode {

    public static final int DONE = 0;
    public static final int DOES_NOT_HOLD = 1;
    public static final int WRONG_USE = 2;

    /** The exit code that a shell reports for a program that was ended by SIGPIPE. */
    public static final int OUTPUT_CLOSED = 128 + 13;

    private ExitCode() {}
}
