package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.WorkerReady;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Tests explanations of shards, transactions and workers. */
class ShardsExplanationTest {

    private final ShardsDomain domain = new ShardsDomain();
    private final TestPool pool = TestPool.of(true);
    private final List<Decision> all = new ArrayList<>();

    @Test
    void shouldSayWhyAShardWaits() {
        feed(TestPool.transaction("s1", "t1", 0));

        assertThat(explain("shard", "s1"))
                .isEqualTo(
                        "PENDING as of 1970-01-01T00:00:01.000Z shard s1 has waited since 1970-01-01T00:00:01.000Z at"
                                + " position 1 of 1 in the queue with 1 pending transaction: the pool has no workers");

        ready("w1", 1);
        feed(TestPool.transaction("s2", "t2", 0));

        assertThat(explain("shard", "s2"))
                .endsWith(
                        " with 1 pending transaction: the only worker has no free slot (1 in all, 1 running, 0 stuck by"
                                + " a lost turn)");

        ready("w2", 0);

        assertThat(explain("shard", "s2"))
                .endsWith(": none of 2 workers has a free slot (1 in all, 1 running, 0 stuck by a lost turn, 1 worker"
                        + " draining)");
    }

    @Test
    void shouldSayWhereAShardRuns() {
        ready("w1", 2);
        feed(TestPool.transaction("s1", "t1", 0));
        feed(TestPool.transaction("s1", "t2", 0));

        assertThat(explain("shard", "s1"))
                .isEqualTo(
                        "RUNNING as of 1970-01-01T00:00:01.002Z shard s1 runs on worker w1, turn 1: batch 1 with 1 of"
                                + " its 2 pending transactions was sent at 1970-01-01T00:00:01.001Z and times out at"
                                + " 1970-01-01T00:01:01.001Z at the earliest; the turn ends with the first report after 100 ms of"
                                + " it");
        assertThat(explain("transaction", "t1"))
                .isEqualTo(
                        "RUNNING as of 1970-01-01T00:00:01.002Z transaction t1 of shard s1 is executed by worker w1 in"
                                + " turn 1, batch 1, which was sent at 1970-01-01T00:00:01.001Z and times out at"
                                + " 1970-01-01T00:01:01.001Z at the earliest");
        assertThat(explain("transaction", "t2"))
                .contains("is pending at position 2 of 2: the shard runs on worker w1,");
        assertThat(explain("worker", "w1"))
                .isEqualTo(
                        "READY as of 1970-01-01T00:00:01.002Z worker w1 is ready, 1 of 2 slots free, incarnation life;"
                                + " it runs shard s1 (turn 1, batch 1 of 1 transaction); it was last heard at"
                                + " 1970-01-01T00:00:01.000Z, and is lost at 1970-01-01T00:00:31.000Z at the earliest if it stays"
                                + " silent");
    }

    @Test
    void shouldSayWhichTurnWasLostAndWhy() {
        feed(TestPool.policyOf(policy -> policy.setBatchTimeoutMs(5_000)));
        ready("w1", 1);
        feed(TestPool.transaction("s1", "t1", 0));
        all.addAll(pool.tick(7_000));

        assertThat(explain("shard", "s1"))
                .endsWith("; it avoids worker w1 while another has a free slot; its last lost turn, 1 on worker w1, was"
                        + " lost at 1970-01-01T00:00:06.002Z by BATCH_TIMEOUT: the batch was not reported by its deadline;"
                        + " 1 turn lost or failed in a row, and at 3 a transaction that fails, or is alone in a lost batch, is"
                        + " a dead letter; its first transaction was in a lost batch, so each is executed alone");
        assertThat(explain("worker", "w1"))
                .contains("is busy, 0 of 1 slot free")
                .contains("it runs nothing; 1 slot stuck until turn 1 is reported, lost by BATCH_TIMEOUT");
        assertThat(explain("transaction", "t1"))
                .contains("is pending at position 1 of 1, after 1 batch that did not execute it: the shard");

        feed(new PoolControl(TestPool.POOL, new ShardPaused("s1")));

        assertThat(explain("shard", "s1"))
                .startsWith("PAUSED as of 1970-01-01T00:00:07.001Z shard s1 is paused by a control with 1 pending"
                        + " transaction: it accepts transactions and gets no turn until it is resumed; its last lost");
    }

    @Test
    void shouldSayWhyAReportWasInvalid() {
        ready("w1", 1);
        feed(TestPool.transaction("s1", "t1", 0));
        feed(TestPool.executed(pool.out("s1"), List.of(), null));

        assertThat(explain("shard", "s1"))
                .contains("its last lost turn, 1 on worker w1, was lost at 1970-01-01T00:00:01.002Z by REPORT_INVALID:"
                        + " expected 1 to 1 receipts, but there are 0");
    }

    /** A shard without a block names what it has had. */
    @Test
    void shouldNameTheDeadLettersOfAShardThatIsDone() {
        ready("w1", 1);
        feed(TestPool.transaction("s1", "t1", 0));
        feed(TestPool.executed(pool.out("s1"), TestPool.receipts(pool.out("s1"), ReceiptStatus.INVALID), null));

        assertThat(explain("shard", "s1"))
                .isEqualTo("IDLE as of 1970-01-01T00:00:01.002Z shard s1 is idle: it has no pending transactions; its"
                        + " height is 0; its only dead letter is transaction t1 at 1970-01-01T00:00:01.002Z, INVALID: the"
                        + " worker's receipt is INVALID (no reason given)");

        feed(TestPool.transaction("s1", "t2", 0));

        assertThat(explain("shard", "s1")).doesNotContain("dead letter");

        feed(TestPool.executed(pool.out("s1"), TestPool.receipts(pool.out("s1"), ReceiptStatus.INVALID), null));

        assertThat(explain("shard", "s1")).contains("the last of its 2 dead letters is transaction t2");
    }

    @Test
    void shouldSayHowATransactionEnded() {
        ready("w1", 1);
        feed(TestPool.transaction("s1", "done", 0));
        feed(TestPool.executed(pool.out("s1"), TestPool.receipts(pool.out("s1"), ReceiptStatus.REVERTED), null));
        feed(TestPool.transaction("s1", "invalid", 0));
        feed(TestPool.executed(pool.out("s1"), TestPool.receipts(pool.out("s1"), ReceiptStatus.INVALID), null));
        feed(TestPool.transaction("s1", "failed", 0));
        feed(TestPool.policyOf(policy -> policy.setFailedBatch(FailedBatch.DROP)));
        feed(TestPool.executed(pool.out("s1"), List.of(), "no such account"));
        feed(TestPool.policyOf(
                policy -> policy.setFailedBatch(FailedBatch.ISOLATE).setAttemptsMax(1)));
        feed(TestPool.transaction("s1", "kills", 0));
        feed(TestPool.worker("w1", new WorkerReady(1, "another life", 0)));

        assertThat(explain("transaction", "done"))
                .isEqualTo(
                        "EXECUTED transaction done of shard s1 is in block 1, REVERTED, executed by worker w1 in turn 1"
                                + " at 1970-01-01T00:00:01.002Z after 1 batch");
        assertThat(explainLive("transaction", "done"))
                .isEqualTo("EXECUTED transaction done of shard s1 is among the latest that its blocks hold");
        assertThat(explain("transaction", "invalid"))
                .isEqualTo(
                        "DEAD_LETTER transaction invalid of shard s1 became a dead letter at 1970-01-01T00:00:01.004Z"
                                + " in turn 2 after 1 batch, INVALID: the worker's receipt is INVALID (no reason given)");
        assertThat(explain("transaction", "failed"))
                .endsWith("in turn 3 after 1 batch, BATCH_FAILED: the worker reported that its batch failed (no such"
                        + " account)");
        assertThat(explain("transaction", "kills"))
                .endsWith(
                        "in turn 4 after 1 batch, ATTEMPTS_EXHAUSTED: too many of its turns were lost or failed, the last"
                                + " one because worker w1: another incarnation took its place");
        assertThat(explainLive("transaction", "kills")).isEmpty();
        assertThat(explain("transaction", "nobody's")).isEmpty();
    }

    @Test
    void shouldSayHowAWorkerIsGone() {
        ready("w1", 1);
        feed(TestPool.transaction("s1", "t1", 0));
        feed(TestPool.worker("w1", new WorkerLeft("")));

        assertThat(explain("worker", "w1"))
                .isEqualTo(
                        "GONE worker w1 is not in the pool: LEFT at 1970-01-01T00:00:01.002Z, it left; its last turn on"
                                + " record was lost by WORKER_LEFT at 1970-01-01T00:00:01.002Z, when it ran shard s1");
        assertThat(explain("worker", "w2")).isEmpty();
        assertThat(explain("shard", "s2")).isEmpty();
    }

    @Test
    void shouldSayThatAWorkerIsSickAndRemember() {
        feed(TestPool.policyOf(policy -> policy.setWorkerFailuresMax(1)));
        ready("w1", 1);
        ready("w2", 1);
        feed(TestPool.transaction("s1", "t1", 0));
        feed(TestPool.executed(pool.out("s1"), List.of(), "no disk"));
        feed(TestPool.executed(pool.out("s1"), TestPool.receipts(pool.out("s1"), ReceiptStatus.SUCCEEDED), null));

        assertThat(explain("worker", "w1"))
                .startsWith("SICK as of 1970-01-01T00:00:01.005Z worker w1 is sick: others executed what had failed on"
                        + " it, 1 time in a row; it gets no new turns until 1970-01-01T00:00:31.005Z");
        feed(TestPool.worker("w1", new WorkerLeft("")));
        assertThat(explain("worker", "w1"))
                .isEqualTo("GONE worker w1 is not in the pool: LEFT at 1970-01-01T00:00:01.006Z, it left; it is sick,"
                        + " also if it comes back: others executed what had failed on it");
    }

    @Test
    void shouldRefuseWhatIsNoSubject() {
        assertThatThrownBy(() -> domain.inquiry(Inquiry.Asked.why(new Subject("block", "1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected one of shard, transaction, worker, but it is 'block'");
    }

    private void ready(String worker, int slots) {
        feed(TestPool.worker(worker, new WorkerReady(slots, "life", 0)));
    }

    private void feed(SpecificRecord event) {
        all.addAll(pool.decide(event));
    }

    private String explain(String kind, String id) {
        Inquiry explainer = domain.inquiry(Inquiry.Asked.why(new Subject(kind, id)));
        all.forEach(explainer::decided);
        return text(explainer);
    }

    private String explainLive(String kind, String id) {
        return text(domain.inquiry(Inquiry.Asked.why(new Subject(kind, id))));
    }

    private String text(Inquiry explainer) {
        Answer explained =
                explainer.answer(pool.log().tables(TestPool.POOL), pool.log().now(TestPool.POOL), Parallel.SEQUENTIAL);
        return explained == null ? "" : explained.state() + " " + explained.sentence();
    }
}
