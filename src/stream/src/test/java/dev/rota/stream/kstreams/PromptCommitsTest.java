package dev.rota.stream.kstreams;

import static dev.rota.stream.kstreams.PromptCommits.PARTITIONS_MAX;
import static dev.rota.stream.kstreams.PromptCommits.PAUSE;
import static dev.rota.stream.kstreams.PromptCommits.RECORDS_MAX;
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
        commits.polled(3, 1);

        // then
        assertThat(commits.decided()).isEmpty();
        assertThat(commits.decided()).isEmpty();
        assertThat(commits.decided()).contains(Duration.ZERO);
    }

    @Test
    void shouldPauseAfterACommit() {
        // given
        decide(1);
        commits.committed();
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
        commits.committed();
        pass(PAUSE);

        // then
        assertThat(commits.patience(LONG)).isEqualTo(LONG);
        assertThat(decide(1)).contains(Duration.ZERO);
    }

    @Test
    void shouldNotWaitForACommitThatDoesNotCome() {
        // given that a commit was planned by a task that has been closed since
        commits.committed();
        assertThat(decide(1)).contains(PAUSE);

        // when
        pass(PAUSE.multipliedBy(2));

        // then
        assertThat(commits.patience(LONG)).isEqualTo(LONG);
        assertThat(decide(1)).contains(Duration.ZERO);
    }

    @Test
    void shouldLeaveABusyLogToTheInterval() {
        assertThat(decide(RECORDS_MAX + 1)).isEmpty();

        assertThat(decide(RECORDS_MAX)).contains(Duration.ZERO);
    }

    @Test
    void shouldLeaveManyPartitionsToTheInterval() {
        commits.polled(1, PARTITIONS_MAX + 1);
        assertThat(commits.decided()).isEmpty();

        commits.polled(1, PARTITIONS_MAX);
        assertThat(commits.decided()).contains(Duration.ZERO);
    }

    @Test
    void shouldCountEachThreadsOwnRecords() {
        // given
        commits.polled(1, 1);

        // when another thread polls
        CompletableFuture.runAsync(() -> commits.polled(100, 9)).join();

        // then
        assertThat(commits.decided()).contains(Duration.ZERO);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    /** Polls {@code records} records of one partition and decides them. Returns the result for the last one. */
    private Optional<Duration> decide(int records) {
        commits.polled(records, 1);
        for (int i = 1; i < records; i++) {
            assertThat(commits.decided()).isEmpty();
        }
        return commits.decided();
    }
}
