package dev.rota.client.bot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.client.process.CommandsFailed;
import dev.rota.client.process.Reaper;
import dev.rota.client.process.ReaperTest;
import dev.rota.trials.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests commands whose reaper, the shell that ends them, is gone. */
class CommandRunTest {

    private static final String MARK = "marked-" + ProcessHandle.current().pid();

    @BeforeAll
    static void needSetsid() {
        ReaperTest.needSetsid();
    }

    @Test
    void shouldNoticeTheEndOfACommandWithoutItsReaper() throws Exception {
        // given
        Reaper reaper = Reaper.start();
        CountDownLatch ended = new CountDownLatch(1);
        start(reaper, ended::countDown);

        // when
        reaper.close();

        // then
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldLeaveNoCommandRunningWithoutItsReaper() throws Exception {
        Reaper reaper = Reaper.start();
        reaper.close();

        assertThatThrownBy(() -> start(reaper, () -> {}))
                .isInstanceOf(CommandsFailed.class)
                .hasMessageContaining("the shell that ends commands is gone");

        Await.until(
                "the command is gone",
                () -> ProcessHandle.allProcesses()
                        .noneMatch(process ->
                                process.info().commandLine().orElse("").contains(MARK)));
    }

    private static void start(Reaper reaper, Runnable ended) throws Exception {
        BotTerms terms = new BotTerms(
                "b",
                "*",
                List.of(),
                1,
                List.of(),
                List.of("sh", "-c", "sleep 1000; true", MARK),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                null,
                100);
        CommandRun.start(terms, new Lease(TestBot.lease("j")), reaper, (one, printed) -> {}, ended);
    }
}
