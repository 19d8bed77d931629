package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the package for Python, and installs it. */
class PythonPackageTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldPassItsTests() throws Exception {
        assertThat(run(Language.PACKAGE, "-m", "unittest", "discover", "-s", "tests"))
                .contains("\nOK");
    }

    /** Builds in a copy, since setuptools writes next to the sources. */
    @Test
    void shouldBeInstalledFromItsWheel() throws Exception {
        Path copy = folder.resolve("copy");
        copy(Language.PACKAGE, copy);
        assumeTrue(
                exitCode(Map.of(), "-c", "import setuptools, wheel, pip") == 0,
                "skipped: no wheel is built, for there is no python3 with pip, setuptools and wheel");

        Path installed = folder.resolve("installed");
        String built = run(copy, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", "wheels", ".");
        String done = run(
                copy,
                "-m",
                "pip",
                "install",
                "--no-index",
                "--no-deps",
                "--target",
                installed.toString(),
                "--find-links",
                "wheels",
                "rota");

        assertThat(exitCode(Map.of("PYTHONPATH", installed.toString()), "-c", "import rota; rota.Worker, rota.submit"))
                .as(built + done)
                .isZero();
        assertThat(installed.resolve("rota/py.typed")).exists();
    }

    private int exitCode(Map<String, String> environment, String... arguments) throws Exception {
        return process(folder, environment, arguments).start().waitFor();
    }

    private String run(Path in, String... arguments) throws Exception {
        Process process = process(in, Map.of("PYTHONPATH", Language.PACKAGE.toString()), arguments)
                .start();
        process.waitFor();
        String said = Files.readString(folder.resolve("out"), UTF_8);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private ProcessBuilder process(Path in, Map<String, String> environment, String... arguments)
            throws InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(Stream.concat(Stream.of(Language.PYTHON.interpreter()), List.of(arguments).stream())
                        .toList());
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().putAll(environment);
        return builder.directory(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
