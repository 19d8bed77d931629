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

/** A verb as a user runs it: what it said, and its exit code. */
record VerbRun(int code, String out, String err) {

    private static final long ENDS_SECONDS_MAX = 90;

    /** In this process; standard output and error are the whole process's, so never two at a time. */
    static VerbRun here(String... args) {
        return of(() -> Main.run(args));
    }

    /** The same of whatever runs as a verb does. */
    static synchronized VerbRun of(IntSupplier verb) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(said, true, UTF_8));
            System.setErr(new PrintStream(complained, true, UTF_8));
            int code = verb.getAsInt();
            return new VerbRun(code, said.toString(UTF_8), complained.toString(UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** In a Java of its own, with these options. */
    static VerbRun apart(Path folder, List<String> jvm, String... args) throws IOException, InterruptedException {
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

    /** Whether it was told in one line what is wrong. */
    boolean isOneLine() {
        return err.startsWith("rota: ") && err.lines().count() == 1;
    }
}
