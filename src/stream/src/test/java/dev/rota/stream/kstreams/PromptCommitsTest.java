package dev.rota.stream.kstreams;

import static dev.rota.stream.kstreams.PromptCommits.BUSY_PAUSES;
import static dev.rota.stream.kstreams.PromptCommits.PAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PromptCommitsTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    /** A clock that may start at any value, as {@link System#nanoTime} does. */
    private long nanos = Long.MAX_VALUE - 1_000;

    private final PromptCommits commits = new PromptCommits(() -> nanos);

    @Test
    void shouldCommitAfterTheLastOfFewRecords() {
        // when
        commits.polled(3);

        // then
        assertThat(commits.decided()).isEmpty();
        assertThat(commits.decided()).isEmpty();
        assertThat(commits.decided()).contains(Duration.ZERO);
    }

    @Test
    void shouldPauseAfterACommit() {
        // given
        decide(1);
        commit(Duration.ZERO);
        assertThat(commits.patience(LONG)).isEqualTo(LONG);

        // when
        pass(Duration.ofMillis(2));

        // then
        assertThat(decide(1)).contains(PAUSE.minusMillis(2));
        assertThat(commits.patience(LONG)).isBetween(PAUSE.minusMillis(2), PAUSE);
        assertThat(commits.patience(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(1));

        // and it does not plan a second one meanwhile
        pass(Duration.ofMillis(1));
        assertThat(decide(2)).isEmpty();
        assertThat(commits.patience(LONG)).isBetween(PAUSE.minusMillis(3), PAUSE);

        // and when the thread has committed
        commit(Duration.ZERO);
        pass(PAUSE);

        // then
        assertThat(commits.patience(LONG)).isEqualTo(LONG);
        assertThat(decide(1)).contains(Duration.ZERO);
    }

    @Test
    void shouldNotWaitForACommitThatDoesNotCome() {
        // given that a commit was planned by a task that has been closed since
        commit(Duration.ZERO);
        assertThat(decide(1)).contains(PAUSE);

        // when
        pass(PAUSE.multipliedBy(2));

        // then
        assertThat(commits.patience(LONG)).isEqualTo(LONG);
        assertThat(decide(1)).contains(Duration.ZERO);
    }

    @Test
    void shouldPauseForAsLongAsACommitTakes() {
        // given
        commit(PAUSE.multipliedBy(4));

        // then
        assertThat(decide(1)).contains(PAUSE.multipliedBy(4));

        // and when the thread has waited for records meanwhile
        commits.polled(0);
        pass(PAUSE.multipliedBy(4));

        // then
        assertThat(commits.due()).isZero();
    }

    @Test
    void shouldPauseLongerWhileTheThreadIsBusy() {
        // given
        commit(Duration.ZERO);
        assertThat(decide(1)).contains(PAUSE);

        // when each poll has returned more
        pass(PAUSE);
        assertThat(decide(500)).isEmpty();

        // then
        Duration rest = PAUSE.multipliedBy(BUSY_PAUSES - 1);
        assertThat(commits.due()).isEqualTo(rest);
        assertThat(commits.patience(LONG)).isBetween(rest, rest.plus(PAUSE));
    }

    @Test
    void shouldCountEachThreadsOwnRecords() {
        // given
        commits.polled(1);

        // when another thread polls
        CompletableFuture.runAsync(() -> commits.polled(100)).join();

        // then
        assertThat(commits.decided()).contains(Duration.ZERO);
    }

    private void commit(Duration time) {
        commits.committing();
        pass(time);
        commits.committed();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    /** Polls {@code records} records and decides them. Returns the result for the last one. */
    private Optional<Duration> decide(int records) {
        commits.polled(records);
        for (int i = 1; i < records; i++) {
            assertThat(commits.decided()).isEmpty();
        }
        return commits.decided();
    }
}
