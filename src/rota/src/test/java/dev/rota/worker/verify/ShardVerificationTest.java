package dev.rota.worker.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.worker.Blocks;
import dev.rota.worker.Execution;
import dev.rota.worker.Ledger;
import dev.rota.worker.execute.MisbehavingExecutor;
import dev.rota.worker.verify.ShardVerification.Kept;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Verification reports each forgery in the forged shard and in no other. */
class ShardVerificationTest {

    private final VerifiedHistory history = VerifiedHistory.ofLedgers(new Ledger());

    @Test
    void shouldVerifyAnHonestHistory() {
        // when
        List<VerifiedShard> verified = history.verified(new Ledger(), Kept.ALL);

        // then
        ShardBlock last = history.block("paris", 3);
        assertThat(verified).hasSize(2).allMatch(VerifiedShard::holds);
        assertThat(verified.get(0).sentence())
                .isEqualTo("shard paris: 3 blocks, 5 transactions, hash chain whole, every batch executed again alike;"
                        + " head 3 " + last.getHash());
    }

    @Test
    void shouldExecuteNoMoreThanWasReported() {
        // given an executor that reports two transactions of a batch, and a verification without that limit
        VerifiedHistory limited = VerifiedHistory.ofLedgers((state, environment, transactions) ->
                new Ledger().execute(state, environment, transactions.subList(0, Math.min(2, transactions.size()))));

        // when
        List<VerifiedShard> verified = limited.verified(new Ledger(), Kept.ALL);

        // then
        assertThat(verified).allMatch(VerifiedShard::holds).allMatch(shard -> shard.transactions() == 5);
        assertThat(limited.block("paris", 4).getReceipts()).hasSize(1);
    }

    @Test
    void shouldNameAFlippedReceipt() {
        history.forge(
                "paris",
                1,
                block -> block.setReceipts(
                        VerifiedHistory.flipped(history.block("paris", 1), "t2", ReceiptStatus.SUCCEEDED)));

        assertThat(divergence()).startsWith("block 1 does not: expected its hash to be");
    }

    @Test
    void shouldNameAFlippedReceiptWhoseHashIsRight() {
        history.forgeWell(
                "paris",
                1,
                block -> block.setReceipts(
                        VerifiedHistory.flipped(history.block("paris", 1), "t2", ReceiptStatus.SUCCEEDED)));

        assertThat(divergence())
                .isEqualTo("block 1 does not: transaction t2: the block has it as SUCCEEDED, executed again it is"
                        + " REVERTED (expected ann to have 1000, but it has 90)");
    }

    @Test
    void shouldNameAChangedValue() {
        history.forgeWell("paris", 3, block -> {
            List<StateChange> changes = new ArrayList<>(block.getStateDiff());
            changes.set(0, Blocks.change("bob", "{\"balance\":4000000,\"nonce\":2}"));
            return block.setStateDiff(changes);
        });

        assertThat(divergence())
                .isEqualTo("block 3 does not: state of bob: the block has {\"balance\":4000000,\"nonce\":2}, executed"
                        + " again it is {\"balance\":4,\"nonce\":2}");
    }

    @Test
    void shouldNameAForgottenChange() {
        history.forgeWell(
                "paris",
                3,
                block -> block.setStateDiff(List.of(block.getStateDiff().get(0))));

        assertThat(divergence())
                .isEqualTo("block 3 does not: the block has 1 state changes, executed again there are 2");
    }

    @Test
    void shouldNameADroppedBlock() {
        history.transfer("paris", "t5", "cy", "bob", 1, 0).executed();
        history.records().remove(history.block("paris", 3));

        assertThat(divergence()).isEqualTo("block 4 does not: expected block 3, but it is block 4");
    }

    @Test
    void shouldNameADroppedBlockByItsDeadLetters() {
        history.records().remove(history.block("paris", 2));

        assertThat(divergence()).isEqualTo("transaction t3: no block has it, executed again it is SUCCEEDED");
    }

    @Test
    void shouldNameSwappedBlocks() {
        List<SpecificRecord> records = history.records();
        Collections.swap(
                records, records.indexOf(history.block("paris", 1)), records.indexOf(history.block("paris", 2)));

        assertThat(divergence()).isEqualTo("block 2 does not: expected block 1, but it is block 2");
    }

    @Test
    void shouldNameABlockOfAnotherChain() {
        history.forgeWell("paris", 2, block -> block.setParentHash("f".repeat(64)));

        assertThat(divergence()).contains("block 2 does not: expected it to follow", "but it follows fff");
    }

    @Test
    void shouldNameABlockThatNobodyWasAskedFor() {
        history.forgeWell("paris", 3, block -> block.setToken(99L));

        assertThat(divergence())
                .isEqualTo("block 3 does not: expected a batch of token 99 on block 2, but none is out");
    }

    @Test
    void shouldNameAnotherEnvironmentOrWorker() {
        history.forgeWell("paris", 3, block -> block.setEnvironmentNumber(8L));
        history.forgeWell("rome", 3, block -> block.setWorker("nobody"));

        List<VerifiedShard> verified = history.verified(new Ledger(), Kept.ALL);

        assertThat(verified.get(0).divergence()).isEqualTo("block 3 does not: expected the environment 7, but it is 8");
        assertThat(verified.get(1).divergence()).isEqualTo("block 3 does not: expected worker w, but it is nobody");
    }

    @Test
    void shouldNameMissingAndFalseDeadLetters() {
        // given
        DeadLetter wrong1 = letter("paris", "wrong1");
        history.records().remove(wrong1);
        DeadLetter wrong3 = letter("rome", "wrong3");
        history.records()
                .set(
                        history.records().indexOf(wrong3),
                        DeadLetter.newBuilder(wrong3)
                                .setMessage("for no reason")
                                .build());

        // when
        List<VerifiedShard> verified = history.verified(new Ledger(), Kept.ALL);

        // then
        assertThat(verified.get(0).divergence())
                .isEqualTo("block 1 does not: transaction wrong1: no dead letter has it, executed again it is INVALID"
                        + " (expected the nonce 1 of ann, but it is 5)");
        assertThat(verified.get(1).divergence())
                .startsWith("transaction wrong3: a dead letter has it as INVALID (for no reason), executed again");
        assertThat(verified.get(1).sentence()).startsWith("shard rome: 2 blocks, 4 transactions hold, but transaction");
    }

    @Test
    void shouldSayWhatRetentionHasLeftUncompared() {
        // given
        history.records().removeIf(record -> record instanceof DeadLetter);
        history.remove(Batch.class, "paris");

        // when
        List<VerifiedShard> verified = history.verified(new Ledger(), new Kept(false, false));

        // then
        assertThat(verified).allMatch(VerifiedShard::holds);
        assertThat(verified.get(0).sentence())
                .contains("hash chain whole; not compared, for their batches are no longer there: blocks 1 to 3;");
        assertThat(verified.get(1).notCompared()).isEmpty();
    }

    @Test
    void shouldTakeABrokenExecutorForADivergence() {
        assertThat(history.verified(new MisbehavingExecutor(), Kept.ALL)).noneMatch(VerifiedShard::holds);
        assertThat(history.verified(
                                (state, environment, transactions) -> {
                                    throw new StackOverflowError();
                                },
                                Kept.ALL)
                        .get(0)
                        .divergence())
                .isEqualTo("block 1 does not: expected its batch to be executed, but the executor throws"
                        + " java.lang.StackOverflowError");
        assertThat(history.verified((state, environment, transactions) -> new Execution(List.of(), List.of()), Kept.ALL)
                        .get(0)
                        .divergence())
                .contains("expected receipts of the first 4 transactions of its batch, but executed again there are 0");
    }

    private DeadLetter letter(String shard, String transaction) {
        return history.records().stream()
                .filter(DeadLetter.class::isInstance)
                .map(DeadLetter.class::cast)
                .filter(letter -> letter.getShard().equals(shard)
                        && letter.getTransaction().equals(transaction))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the divergence in paris, and asserts that rome verifies. */
    private String divergence() {
        List<VerifiedShard> verified = history.verified(new Ledger(), Kept.ALL);
        assertThat(verified.get(1).holds()).isTrue();
        return String.valueOf(verified.get(0).divergence());
    }
}
