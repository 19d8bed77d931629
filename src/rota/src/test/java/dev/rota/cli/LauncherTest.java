package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code deploy/bin/rota} finds the jar and passes options and arguments on. A fake Java prints its arguments. */
class LauncherTest {

    private static final String QUIET = "[-Dsun.misc.unsafe.memory.access=allow]";
    private static final String BRIEF = "[-XX:TieredStopAtLevel=1]";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path clone;

    private Path script = Path.of("unset");

    @BeforeEach
    void copyScript() throws IOException {
        script = copied(clone.resolve("deploy/bin/rota"));
        Path java = Files.createDirectories(clone.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '[%s]' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldStartTheJarThatTheCloneBuilt() throws Exception {
        Path jar =
                Files.createFile(Files.createDirectory(clone.resolve("target")).resolve("rota.jar"));

        VerbRun run = launch(script, Map.of("JAVA_OPTS", "-Xmx1g -Da=b"), "produce", "cores.claims", "a file");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith(QUIET + BRIEF + "[-Xmx1g][-Da=b][-jar][")
                .endsWith("][produce][cores.claims][a file]");
        assertThat(started(run, 5)).isEqualTo(jar.toRealPath());
    }

    @Test
    void shouldPreferTheJarInItsOwnFolder() throws Exception {
        Files.createFile(Files.createDirectory(clone.resolve("target")).resolve("rota.jar"));
        Path jar = Files.createFile(script.resolveSibling("rota.jar"));

        VerbRun run = launch(script, Map.of(), "--version");

        assertThat(started(run, 3)).isEqualTo(jar.toRealPath());
    }

    /** A release has the script in its folder bin. */
    @Test
    void shouldStartTheJarAboveItsFolder() throws Exception {
        Path own = copied(clone.resolve("rota 0.1.0/bin/rota"));
        Path jar = Files.createFile(clone.resolve("rota 0.1.0/rota.jar"));

        VerbRun run = launch(own, Map.of(), "--version");

        assertThat(started(run, 3)).isEqualTo(jar.toRealPath());
    }

    @Test
    void shouldFollowSymbolicLinks() throws Exception {
        Path jar =
                Files.createFile(Files.createDirectory(clone.resolve("target")).resolve("rota.jar"));
        Path link = Files.createSymbolicLink(clone.resolve("rota"), Path.of("deploy/bin/rota"));

        VerbRun run = launch(link, Map.of(), "--version");

        assertThat(started(run, 3)).isEqualTo(jar.toRealPath());
    }

    @Test
    void shouldAddTheUsersClassPath() throws Exception {
        Files.createFile(script.resolveSibling("rota.jar"));

        VerbRun run = launch(script, Map.of("CLASSPATH", "mine.jar"), "worker");

        assertThat(run.out()).startsWith(QUIET + "[-cp][").endsWith("rota.jar:mine.jar][dev.rota.cli.Main][worker]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "dev", "worker", "audit", "simulate", "explain", "bench"})
    void shouldLetVerbsThatComputeForLongBeOptimized(String verb) throws Exception {
        Files.createFile(script.resolveSibling("rota.jar"));

        VerbRun run = launch(script, Map.of(), verb);

        assertThat(run.out()).startsWith(QUIET + "[-jar]");
    }

    @Test
    void shouldUseTheArchiveBesideTheJar() throws Exception {
        Path folder = Files.createDirectory(clone.resolve("my target"));
        Path own = copied(folder.resolve("rota"));
        Files.createFile(folder.resolve("rota.jar"));
        Path archive = Files.createFile(folder.resolve("rota.jsa"));

        VerbRun run = launch(own, Map.of("JAVA_OPTS", "-Xmx1g"), "--version");

        assertThat(run.out())
                .isEqualTo("[-XX:SharedArchiveFile=" + archive.toRealPath()
                        + "][-Xlog:cds=off][-Xlog:cds+dynamic=off]" + QUIET + BRIEF + "[-Xmx1g][-jar]["
                        + folder.resolve("rota.jar").toRealPath() + "][--version]");
    }

    @Test
    void shouldSayHowToBuildAJarThatIsMissing() throws Exception {
        VerbRun run = launch(script, Map.of(), "--version");

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains("mvn package -DskipTests");
    }

    private static Path copied(Path to) throws IOException {
        Files.createDirectories(to.getParent());
        return Files.copy(Path.of("deploy/bin/rota"), to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** Returns the jar at an index of the fake Java's arguments. */
    private static Path started(VerbRun run, int place) throws IOException {
        String[] given = run.out().substring(1, run.out().length() - 1).split("]\\[");
        return Path.of(given[place]).toRealPath();
    }

    private VerbRun launch(Path launcher, Map<String, String> variables, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("JAVA_OPTS", "CLASSPATH"));
        builder.environment().put("JAVA_HOME", clone.resolve("jdk").toString());
        builder.environment().putAll(variables);
        Process process = builder.start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new VerbRun(
                process.exitValue(),
                new String(process.getInputStream().readAllBytes(), UTF_8),
                new String(process.getErrorStream().readAllBytes(), UTF_8));
    }
}
