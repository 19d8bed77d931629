package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardBlock;
import dev.rota.worker.Blocks;
import dev.rota.worker.state.ShardStates;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which batches are executed, wait, or are given up, with batches and blocks in every order. */
class BatchTasksTest {

    private final ShardStates states = ShardStates.temporary(Blocks.POOL);
    /** The time at which batches are ready and taken. */
    private long clock;

    private final BatchTasks hand = new BatchTasks(new ParentBlocks(states), 2, () -> clock);

    @AfterEach
    void close() {
        states.close();
        // A task that is stopped interrupts its thread, which is the test's.
        assertThat(Thread.interrupted()).as("interrupted").isFalse();
    }

    @Test
    void shouldWaitForTheParent() throws InterruptedException {
        take("a", 1, 1, 1);
        assertThat(figures().waiting()).isEqualTo(1);

        take("b", 2, 1, 0);
        assertThat(hand.next().batch().getShard()).isEqualTo("b");

        block("a", 0);
        assertThat(figures().waiting()).isZero();
        assertThat(hand.next().batch().getShard()).isEqualTo("a");
        assertThat(figures().running()).isEqualTo(2);
    }

    @Test
    void shouldExecuteABatchAfterAKnownBlock() throws InterruptedException {
        block("a", 0);
        take("a", 1, 1, 1);

        assertThat(hand.next().batch().getToken()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpBatchesThatTheShardHasPassed() {
        block("a", 0);
        take("a", 1, 1, 0);

        assertGivenUp(1);
        assertThat(hand.isEmpty()).isTrue();
    }

    @Test
    void shouldGiveUpWaitingBatchesWhenABlockOfALaterTurnComes() {
        take("a", 1, 1, 5);
        block("a", 2);

        assertGivenUp(1);
        assertThat(figures().waiting()).isZero();
    }

    @Test
    void shouldGiveUpTheOlderOfTwoTurnsWhicheverComesFirst() throws InterruptedException {
        take("a", 3, 1, 0);
        take("a", 4, 1, 0);
        assertGivenUp(3);

        take("a", 2, 1, 0);
        assertGivenUp(2);
        assertThat(hand.next().batch().getToken()).isEqualTo(4);
    }

    @Test
    void shouldInterruptExecutionsThatAreSuperseded() throws InterruptedException {
        take("a", 1, 1, 0);
        BatchTask lost = hand.next();
        assertThat(figures().stuck()).isZero();

        take("a", 2, 1, 0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(figures().stuck()).isEqualTo(1);
        assertThat(hand.executed(lost)).isFalse();
        hand.reported(lost);
        BatchTask next = hand.next();
        assertThat(next.batch().getToken()).isEqualTo(2);
        assertThat(hand.executed(next)).isTrue();
    }

    /** The next batch may arrive before the thread of the current one has noted that its report was sent. */
    @Test
    void shouldNotLoseWhatIsReportedWhenTheNextBatchComes() throws InterruptedException {
        take("a", 1, 1, 0);
        BatchTask first = hand.next();
        assertThat(hand.executed(first)).isTrue();
        block("a", 1);
        take("a", 1, 2, 1);
        hand.reported(first);

        assertThat(hand.givenUp()).isNull();
        assertThat(hand.next().batch().getBatch()).isEqualTo(2);
        assertThat(hand.isEmpty()).isFalse();
    }

    @Test
    void shouldCountATurnOnceAndKnowItsBeginning() throws InterruptedException {
        hand.take(Blocks.batch("w", "a", 1, 1, 0), 100);
        hand.reported(executed());
        hand.take(Blocks.batch("w", "a", 1, 1, 0), 150);
        assertThat(hand.isEmpty()).as("a batch that is known already").isTrue();
        hand.take(Blocks.batch("w", "a", 1, 2, 0), 200);
        assertThat(hand.next().turnSince()).isEqualTo(100);
        assertThat(figures().turns()).isEqualTo(1);
    }

    /** The worker takes turns ahead, whose quantum must not pass while they wait for a thread. */
    @Test
    void shouldLeaveTheWaitForAThreadOutOfATurn() throws InterruptedException {
        clock = 40;
        hand.take(Blocks.batch("w", "a", 1, 1, 0), 30);
        clock = 90;
        BatchTask first = hand.next();
        assertThat(first.turnSince()).isEqualTo(80);
        hand.executed(first);
        hand.reported(first);

        hand.take(Blocks.batch("w", "a", 1, 2, 0), 100);
        clock = 200;

        assertThat(hand.next().turnSince()).as("a later batch of the turn").isEqualTo(80);
    }

    @Test
    void shouldNotBeginABatchThatHasWaitedForLong() throws InterruptedException {
        take("a", 1, 1, 0);
        take("b", 2, 1, 0);
        clock = BatchTasks.WAITS_NS_MAX - 1;
        assertThat(hand.next().batch().getToken()).isEqualTo(1);
        clock++;
        take("c", 3, 1, 0);

        assertThat(hand.next().batch().getToken()).isEqualTo(3);
        assertGivenUp(2);
    }

    @Test
    void shouldTellForHowLongAllThreadsAreBusy() throws InterruptedException {
        take("a", 1, 1, 0);
        take("b", 2, 1, 0);
        BatchTask first = hand.next();
        clock = 10;
        assertThat(hand.busyNs(2)).as("one is idle").isZero();
        hand.next();
        clock = 25;
        assertThat(hand.busyNs(2)).isEqualTo(15);

        hand.executed(first);

        assertThat(hand.busyNs(2)).isZero();
    }

    @Test
    void shouldForgetShardsWithoutBatches() throws InterruptedException {
        for (int i = 1; i <= 1_000; i++) {
            take("s" + i, i, 1, 0);
            hand.reported(executed());
        }

        assertThat(hand.lanes()).isEqualTo(2);
        assertThat(figures().turns()).isEqualTo(1_000);
    }

    /** With two slots, at most one other report is sent between the report of a turn and its next batch. */
    @Test
    void shouldKnowTheBeginningOfATurnWhileAnotherSlotReports() throws InterruptedException {
        hand.take(Blocks.batch("w", "a", 1, 1, 0), 100);
        hand.take(Blocks.batch("w", "b", 2, 1, 0), 110);
        hand.reported(executed());
        hand.reported(executed());
        hand.take(Blocks.batch("w", "a", 1, 2, 0), 200);
        hand.take(Blocks.batch("w", "c", 3, 1, 0), 210);

        assertThat(hand.next().turnSince()).isEqualTo(100);
        assertThat(figures().turns()).isEqualTo(3);
    }

    @Test
    void shouldKeepALaneThatHasABatchHoweverManyCome() throws InterruptedException {
        take("a", 1, 1, 5);
        for (int i = 2; i <= 100; i++) {
            take("s" + i, i, 1, 0);
            hand.reported(executed());
        }
        assertThat(hand.lanes()).isEqualTo(3);
        assertThat(figures().waiting()).isEqualTo(1);
        take("a", 200, 1, 0);
        assertGivenUp(1);
    }

    /** The worker was declared lost between two batches: the first one's turn is over, the second one's is not. */
    @Test
    void shouldGiveUpTheBatchesBeforeItsLoss() throws InterruptedException {
        hand.take(new AssignedBatch(Blocks.batch("w", "a", 1, 1, 9), 10), 0);
        hand.take(new AssignedBatch(Blocks.batch("w", "b", 2, 1, 0), 12), 0);

        hand.loseBefore(11);

        assertGivenUp(1);
        assertThat(hand.next().batch().getShard()).isEqualTo("b");
        assertThat(hand.givenUp()).isNull();
    }

    @Test
    void shouldLeaveWithoutTheResultsOfBatches() throws InterruptedException {
        // given: a batch that runs, one whose turn is lost, and one that waits for a thread
        take("a", 1, 1, 0);
        BatchTask lost = hand.next();
        take("a", 2, 1, 0);
        assertThat(Thread.interrupted()).isTrue();
        BatchTask running = hand.next();
        take("b", 3, 1, 0);

        // when
        assertThat(hand.abandon()).containsExactly(running);

        // then
        assertThat(hand.executed(running)).isFalse();
        assertThat(running.abandoned).isTrue();
        assertThat(hand.executed(lost)).isFalse();
        assertThat(lost.abandoned).isTrue();
        assertThat(hand.abandon()).isEmpty();
    }

    private BatchTask executed() throws InterruptedException {
        BatchTask task = hand.next();
        hand.executed(task);
        return task;
    }

    private void take(String shard, long token, int batch, long parentHeight) {
        hand.take(Blocks.batch("w", shard, token, batch, parentHeight), 0);
    }

    private void block(String shard, long token) {
        ShardBlock block = Blocks.after(states.head(shard), shard, token);
        assertThat(states.apply(block)).isTrue();
        states.commit();
        hand.advanced(shard);
    }

    private void assertGivenUp(long token) {
        @Nullable BatchTask task = hand.givenUp();
        assertThat(task).isNotNull();
        assertThat(Objects.requireNonNull(task).batch().getToken()).isEqualTo(token);
        hand.reported(task);
    }

    private WorkerFigures figures() {
        return hand.figures(0, 0, 0, 0, 0);
    }
}
