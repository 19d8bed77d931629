package dev.rota.client.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.trials.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands end together with all processes that they have started. */
public class ReaperTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeAll
    public static void needSetsid() {
        assumeTrue(
                Stream.of("/usr/bin/setsid", "/bin/setsid").anyMatch(file -> Files.isExecutable(Path.of(file))),
                "skipped: a bot needs setsid, which this machine does not have");
    }

    @Test
    void shouldEndAllThatACommandHasStarted() throws Exception {
        try (Reaper reaper = Reaper.start()) {
            // given
            Process command = started("sleep 1000 & sleep 1000 & echo $! > child; wait");
            reaper.started(command.pid());
            long child = child();

            // when
            reaper.term(command.pid());

            // then
            command.waitFor();
            Await.until("the child has ended", () -> !Commands.isAlive(child));
        }
    }

    @Test
    void shouldKillProcessesThatIgnoreSigterm() throws Exception {
        try (Reaper reaper = Reaper.start()) {
            // given
            Process command = started("trap '' TERM; sleep 1000 & echo $! > child; while :; do sleep 1; done");
            reaper.started(command.pid());
            child();
            reaper.term(command.pid());

            // when
            reaper.kill(command.pid());

            // then
            assertThat(command.waitFor()).isEqualTo(128 + 9);
        }
    }

    /** When the bot's process is killed, the input of the reaper's shell ends. */
    @Test
    void shouldKillRemainingProcessesWhenTheBotIsGone() throws Exception {
        // given
        Reaper reaper = Reaper.start();
        Process ended = started("sleep 1000 & echo $! > child");
        reaper.started(ended.pid());
        ended.waitFor();
        reaper.ended(ended.pid());
        long orphan = child();
        Process running = started("sleep 1000");
        reaper.started(running.pid());

        // when
        reaper.close();

        // then
        assertThat(running.waitFor()).isEqualTo(128 + 9);
        Await.until("what the ended command left behind is gone too", () -> !Commands.isAlive(orphan));
    }

    /** A command leads no process group between its start and {@code setsid}. */
    @Test
    void shouldKillACommandThatLeadsNoGroupYet() throws Exception {
        // given
        Reaper reaper = Reaper.start();
        Process running = new ProcessBuilder("sleep", "1000").start();
        reaper.started(running.pid());

        // when
        reaper.close();

        // then
        assertThat(running.waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void shouldStopACommandThatLeadsNoGroupYet() throws Exception {
        try (Reaper reaper = Reaper.start()) {
            // given
            Process running = new ProcessBuilder("sleep", "1000").start();
            reaper.started(running.pid());

            // when
            reaper.term(running.pid());

            // then
            assertThat(running.waitFor()).isEqualTo(128 + 15);
        }
    }

    private Process started(String script) throws Exception {
        return new ProcessBuilder(Reaper.inGroupOfItsOwn(List.of("sh", "-c", script)))
                .directory(folder.toFile())
                .start();
    }

    private long child() {
        return Commands.pid(folder.resolve("child"));
    }
}
