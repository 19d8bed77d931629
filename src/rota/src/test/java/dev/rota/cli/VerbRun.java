package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.local.TestJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** The exit code and output of a verb that was run as a user would run it. */
public record VerbRun(int code, String out, String err) {

    private static final long ENDS_SECONDS_MAX = 90;

    /** Runs a verb in this process. Two never run at a time, since standard output and error belong to the process. */
    public static VerbRun here(String... args) {
        return of(() -> uncaptured(args));
    }

    /** Runs a verb in this process without capturing standard output and error, and returns its exit code. */
    public static int uncaptured(String... args) {
        return Main.run(args);
    }

    /** Captures the output of anything that runs as a verb does. */
    public static synchronized VerbRun of(IntSupplier verb) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(output, true, UTF_8));
            System.setErr(new PrintStream(errors, true, UTF_8));
            int code = verb.getAsInt();
            return new VerbRun(code, output.toString(UTF_8), errors.toString(UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Runs a verb in a separate process, with these JVM options. */
    static VerbRun inOwnProcess(Path folder, List<String> jvm, String... args)
            throws IOException, InterruptedException {
        List<String> command = TestJvm.command(TestJvm.options(jvm.toArray(String[]::new)), Main.class.getName(), args);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_") || name.startsWith("JAVA_TOOL"));
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            if (!process.waitFor(ENDS_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException("expected " + command + " to end, but it runs on");
            }
        } finally {
            process.destroyForcibly();
        }
        return new VerbRun(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }

    /** Returns whether the error is one line. */
    public boolean isOneLine() {
        return err.startsWith("rota: ") && err.lines().count() == 1;
    }
}
