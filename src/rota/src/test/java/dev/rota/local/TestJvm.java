package dev.rota.local;

import dev.rota.trials.ClassTimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start a Java program in a separate process, on this process's class path. */
public final class TestJvm {

    /**
     * Options for processes that live for seconds, most of which go into compilation: the second compiler and a
     * concurrent collector would cost more processor time than they save. The last option suppresses warnings of later
     * Java versions, as the launcher does.
     */
    private static final List<String> SHORT_LIVED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dsun.misc.unsafe.memory.access=allow");

    private TestJvm() {}

    /** Returns the JVM options of every short-lived process, followed by others. */
    public static List<String> options(String... more) {
        List<String> options = new ArrayList<>(SHORT_LIVED);
        options.addAll(List.of(more));
        return options;
    }

    /** Returns the command that runs a main class. The caller may add arguments. */
    public static List<String> command(List<String> options, String mainClass, String... args) {
        List<String> command = java(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(List.of(args));
        return command;
    }

    /** Returns the command up to the options, for a program that is not on this class path. */
    public static List<String> java(List<String> options) {
        ClassTimes.processStarts();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        command.addAll(options);
        return command;
    }
}
