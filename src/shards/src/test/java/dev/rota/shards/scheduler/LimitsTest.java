package dev.rota.shards.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the largest inputs that are accepted: every record and row that results from them fits its limit. */
class LimitsTest {

    private final TestPool pool = new TestPool(TestLog.buffered(new ShardsDomain(), new CountedStore()));

    /** Decides an event and writes the rows, which throws if a row is too large. */
    private List<Decision> decide(SpecificRecord event) {
        List<Decision> decided = pool.decide(event);
        pool.log().flush();
        assertThat(decided).allMatch(one -> one.avro().length <= Limits.OUTPUT_BYTES_MAX);
        return decided;
    }

    /** Returns the bytes of a record in a log. */
    private static <R extends SpecificRecord> int logged(Class<R> type, R event) {
        return Framing.BYTES + AvroCodec.of(type).encode(event).length;
    }

    @Test
    void shouldDispatchTheLargestTransactionAndWriteItsDeadLetter() {
        // given a transaction that fills its record, with all names at their longest
        String longest = "\u20ac".repeat(85);
        int names = logged(Transaction.class, TestPool.transaction(longest, longest, 0)) + 2;
        Transaction largest = TestPool.transaction(longest, longest, Limits.LOG_RECORD_BYTES_MAX - names);
        assertThat(logged(Transaction.class, largest)).isEqualTo(Limits.LOG_RECORD_BYTES_MAX);
        pool.say(BlockEnvironment.newBuilder()
                .setPool(TestPool.POOL)
                .setNumber(Long.MIN_VALUE)
                .setTimestamp(Long.MIN_VALUE)
                .setSequencer(longest)
                .setL1GasPrice(-1L)
                .setL2GasPrice(-1L)
                .setL1DataGasPrice(Long.MIN_VALUE)
                .setProtocolVersion(longest)
                .build());
        pool.policy(policy -> policy.setFailedBatch(FailedBatch.DROP));
        pool.ready(longest, 1);

        // when
        List<String> given = TestPool.said(decide(largest));

        // then
        assertThat(given).hasSize(3);
        assertThat(TestPool.ids(pool.out(longest))).containsExactly(longest);
        String error = "\u20ac".repeat(Limits.MESSAGE_CHARS_MAX);
        assertThat(TestPool.said(decide(TestPool.executed(pool.out(longest), List.of(), error))))
                .containsExactly(longest + " " + longest + " dead: BATCH_FAILED", longest + " IDLE DRAINED");
    }

    @Test
    void shouldKeepTheLargestTransactionsOfAShardInRows() {
        for (int i = 0; i < 20; i++) {
            decide(TestPool.transaction("s", "small" + i, i * 1_000));
            decide(TestPool.transaction("s", "large" + i, 890_000));
        }
        pool.policy(policy -> policy.setBatchBytesMax(Integer.MAX_VALUE).setBatchTransactionsMax(Integer.MAX_VALUE));
        pool.ready("w", 1);
        List<String> executed = new ArrayList<>();
        while (executed.size() < 40) {
            Batch batch = pool.out("s");
            executed.addAll(TestPool.ids(batch));
            decide(TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.SUCCEEDED), null));
        }
        assertThat(executed).startsWith("small0", "large0", "small1").doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00fc", "\u20ac", "\uD83D\uDE80"})
    void shouldCutABatchOfNamesByItsRecord(String letter) {
        // given ids of the greatest length, and no payloads
        int letters = Limits.ID_BYTES_MAX / letter.getBytes(UTF_8).length;
        String shard = letter.repeat(letters);
        pool.policy(policy -> policy.setBatchBytesMax(Integer.MAX_VALUE).setBatchTransactionsMax(Integer.MAX_VALUE));
        int transactions = 4_000;
        for (int i = 0; i < transactions; i++) {
            String number = String.format(Locale.ROOT, "%04d", i);
            pool.say(TestPool.transaction(shard, number + letter.repeat(letters - 4), 0));
        }

        // when
        List<Decision> decided = decide(TestPool.worker("w", new WorkerReady(1, "", 0)));

        // then there is more than one batch, and none of them is small
        assertThat(decided).hasSize(3);
        int batches = 0;
        for (int executed = 0; executed < transactions; batches++) {
            Batch batch = pool.out(shard);
            executed += batch.getTransactions().size();
            decide(TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.REVERTED), null));
        }
        assertThat(batches).isBetween(2, 8);
    }

    @Test
    void shouldCutABatchOfTheSmallestTransactionsByItsRecord() {
        pool.policy(policy -> policy.setBatchBytesMax(Integer.MAX_VALUE).setBatchTransactionsMax(Integer.MAX_VALUE));
        for (int i = 0; i < 30_000; i++) {
            pool.say(TestPool.transaction("s", Integer.toString(i, Character.MAX_RADIX), 0));
        }
        decide(TestPool.worker("w", new WorkerReady(1, "", 0)));
        Batch batch = pool.out("s");
        assertThat(batch.getTransactions()).hasSizeBetween(15_000, 29_999);
        assertThat(TestPool.said(
                        decide(TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.SUCCEEDED), null))))
                .startsWith("s block 1");
    }

    /** Each dead letter repeats the error, so the error of a large batch is shortened. */
    @Test
    void shouldDropABatchOfTheSmallestTransactionsInOneStep() {
        // given
        pool.policy(policy -> policy.setBatchBytesMax(Integer.MAX_VALUE)
                .setBatchTransactionsMax(Integer.MAX_VALUE)
                .setFailedBatch(FailedBatch.DROP));
        for (int i = 0; i < 30_000; i++) {
            pool.say(TestPool.transaction("s", Integer.toString(i, Character.MAX_RADIX), 0));
        }
        decide(TestPool.worker("w", new WorkerReady(1, "", 0)));
        Batch batch = pool.out("s");

        // when
        List<Decision> dead = decide(TestPool.executed(batch, List.of(), "\u20ac".repeat(1_000)));

        // then
        assertThat(dead).hasSizeGreaterThan(batch.getTransactions().size());
        assertThat(dead.stream()
                        .filter(decision -> decision.value() instanceof DeadLetter)
                        .mapToLong(decision -> decision.avro().length)
                        .sum())
                .isLessThan(2L * Limits.STEP_OUTPUT_BYTES_MAX);
    }

    @Test
    void shouldMakeABlockOfTheLargestReport() {
        // given
        pool.ready("w", 1);
        pool.send("s", "t");
        Batch batch = pool.out("s");
        Receipt receipt = new Receipt("t", ReceiptStatus.SUCCEEDED, "\u20ac".repeat(100_000), null);
        List<StateChange> changes = Collections.nCopies(
                50_000, new StateChange(ByteBuffer.wrap(new byte[2]), ByteBuffer.wrap(new byte[2])));
        int rest = Limits.LOG_RECORD_BYTES_MAX - logged(WorkerEvent.class, report(batch, receipt, changes)) - 3;
        Receipt full =
                Receipt.newBuilder(receipt).setOutput(ByteBuffer.allocate(rest)).build();
        WorkerEvent largest = report(batch, full, changes);
        assertThat(logged(WorkerEvent.class, largest)).isEqualTo(Limits.LOG_RECORD_BYTES_MAX);

        // then
        assertThat(TestPool.said(decide(largest))).containsExactly("s block 1", "s IDLE DRAINED");
    }

    private static WorkerEvent report(Batch batch, Receipt receipt, List<StateChange> changes) {
        return TestPool.worker(
                batch.getWorker(),
                BatchExecuted.newBuilder()
                        .setShard(batch.getShard())
                        .setToken(batch.getToken())
                        .setBatch(batch.getBatch())
                        .setElapsedMs(0L)
                        .setReceipts(List.of(receipt))
                        .setStateDiff(changes)
                        .build());
    }
}
