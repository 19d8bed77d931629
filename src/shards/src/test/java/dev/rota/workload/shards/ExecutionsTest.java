package dev.rota.workload.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.ReceiptStatus;
import dev.rota.workload.shards.Executions.Execution;
import dev.rota.workload.shards.Executions.Result;
import org.junit.jupiter.api.Test;

class ExecutionsTest {

    private static final Result RETRY = new Result(ReceiptStatus.RETRY, "not yet");
    private static final Result FAILED = new Result(ReceiptStatus.FAILED, "no");

    private final Executions executions = new Executions();

    @Test
    void shouldTakeWhatWasRecordedInItsOrder() {
        executions.add("a", 3, 10, RETRY);
        executions.add("a", 3, 20, Result.SUCCEEDED);

        assertThat(executions.next("a", 3, "x", 0)).isEqualTo(new Execution(10, RETRY, "recorded"));
        assertThat(executions.next("a", 3, "x", 1)).isEqualTo(new Execution(20, Result.SUCCEEDED, "recorded"));
    }

    @Test
    void shouldSucceedIfNothingElseIsKnown() {
        executions.add("a", 3, 10, RETRY);
        executions.add("b", 4, 70, FAILED);

        assertThat(executions.next("a", 3, "x", 1)).isEqualTo(new Execution(10, Result.SUCCEEDED, "shard"));
        assertThat(executions.next("b", 5, "y", 0)).isEqualTo(new Execution(70, Result.SUCCEEDED, "shard"));
        assertThat(executions.next("c", 900, "z", 0))
                .extracting(Execution::source)
                .isEqualTo("pool");
    }

    @Test
    void shouldFailAgainIfItFailedAtLast() {
        executions.add("a", 3, 10, RETRY);
        executions.add("a", 3, 20, FAILED);

        assertThat(executions.next("a", 3, "x", 7)).isEqualTo(new Execution(20, FAILED, "repeated"));
    }

    @Test
    void shouldTakeLongerThanTheBatchThatWasNotReported() {
        executions.add("a", 3, 10, Result.SUCCEEDED);
        executions.add("a", 4, 50, Result.SUCCEEDED);
        executions.cutOff(5, 10);
        executions.cutOff(6, 50);

        assertThat(executions.next("a", 5, "x", 0)).isEqualTo(new Execution(50, Result.SUCCEEDED, "shard"));
        assertThat(executions.next("a", 6, "y", 0)).isEqualTo(new Execution(51, Result.SUCCEEDED, "cut off"));
    }

    @Test
    void shouldSayThatNothingIsKnown() {
        assertThat(executions.next("a", 3, "x", 0)).isNull();
    }
}
