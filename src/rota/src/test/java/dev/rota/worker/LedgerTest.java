package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.shards.Transaction;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.worker.state.Head;
import dev.rota.worker.state.ShardStates;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerTest {

    private static final long MAX = Long.MAX_VALUE;

    private final ShardStates states = ShardStates.temporary(Blocks.POOL);

    @AfterEach
    void close() {
        states.close();
    }

    @Test
    void shouldSeeEarlierTransfersOfABatchAndOfTheBlocksBefore() {
        // given
        commit(execute(deposit("ann", 100)));

        // when
        Execution execution = execute(transfer("ann", "bob", 60, 0), transfer("bob", "ann", 10, 0));
        commit(execution);

        // then
        assertThat(statuses(execution)).containsExactly(ReceiptStatus.SUCCEEDED, ReceiptStatus.SUCCEEDED);
        assertThat(account("ann")).isEqualTo("{\"balance\":50,\"nonce\":1}");
        assertThat(account("bob")).isEqualTo("{\"balance\":50,\"nonce\":1}");
    }

    @Test
    void shouldChangeEachAccountOnceInTheOrderOfItsBytes() {
        Execution execution = execute(
                deposit("b", 1), deposit("\uD83D\uDE00", 1), deposit("a", 1), deposit("\uFF5E", 1), deposit("b", 2));

        assertThat(execution.stateDiff())
                .extracting(change -> Blocks.text(change.getKey()))
                .containsExactly("a", "b", "\uFF5E", "\uD83D\uDE00");
        assertThat(execution.stateDiff())
                .extracting(StateChange::getKey)
                .map(ByteBuffer::array)
                .isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void shouldRevertWithoutFundsAndCountTheNonce() {
        // given
        commit(execute(deposit("ann", 5)));

        // when
        Execution execution = execute(transfer("ann", "bob", 6, 0), transfer("ann", "bob", 5, 1));

        // then
        assertThat(execution.receipts().get(0).getReason()).isEqualTo("expected ann to have 6, but it has 5");
        assertThat(statuses(execution)).containsExactly(ReceiptStatus.REVERTED, ReceiptStatus.SUCCEEDED);
        assertThat(changes(execution))
                .containsExactly("ann={\"balance\":0,\"nonce\":2}", "bob={\"balance\":5,\"nonce\":0}");
    }

    @Test
    void shouldRevertWhatOverflows() {
        // given
        commit(execute(deposit("rich", MAX), deposit("ann", 1)));

        // when
        Execution execution = execute(deposit("rich", 1), transfer("ann", "rich", 1, 0));

        // then
        assertThat(statuses(execution)).containsExactly(ReceiptStatus.REVERTED, ReceiptStatus.REVERTED);
        assertThat(changes(execution)).containsExactly("ann={\"balance\":1,\"nonce\":1}");
    }

    @Test
    void shouldTransferToOneself() {
        commit(execute(deposit("rich", MAX)));

        Execution execution = execute(transfer("rich", "rich", MAX, 0));

        assertThat(changes(execution)).containsExactly("rich={\"balance\":" + MAX + ",\"nonce\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nonsense                                                   | expected JSON",
                "{\"to\":\"bob\"}                                           | to have a field amount",
                "{\"to\":\"bob\",\"amount\":1,\"fee\":1}                    | fee",
                "{\"to\":\"bob\",\"amount\":1.5}                            | expected amount to be a long",
                "{\"to\":\"bob\",\"amount\":0}                              | expected an amount of at least 1, but it is 0",
                "{\"to\":\"\",\"amount\":1}                                 | expected from and to to be names",
                "{\"from\":\"\",\"to\":\"bob\",\"amount\":1}                | expected from and to to be names",
                "{\"to\":\"\\ud800\",\"amount\":1}                          | expected to to be Unicode",
                "{\"from\":\"ann\",\"to\":\"bob\",\"amount\":1,\"nonce\":1} | expected the nonce 0 of ann, but it is 1",
            })
    void shouldReportMalformedTransfersAsInvalid(String payload, String reason) {
        Execution execution = execute(Blocks.transaction("s", "t", payload));

        Receipt receipt = execution.receipts().get(0);
        assertThat(receipt.getStatus()).isEqualTo(ReceiptStatus.INVALID);
        assertThat(receipt.getReason()).contains(reason);
        assertThat(execution.stateDiff()).isEmpty();
    }

    @Test
    void shouldReportPayloadsThatAreNotTextAsInvalid() {
        Execution execution =
                execute(Transactions.of(Blocks.POOL, "s", "t", ByteBuffer.wrap(new byte[] {(byte) 0xff})));

        assertThat(statuses(execution)).containsExactly(ReceiptStatus.INVALID);
    }

    @Test
    void shouldFailOnAStateThatIsNotItsOwn() {
        states.apply(Blocks.after(Head.NONE, "s", 1, Blocks.change("ann", "gold")));
        states.commit();

        assertThatThrownBy(() -> execute(deposit("ann", 1))).hasMessageContaining("expected an account under ann");
    }

    private Execution execute(Transaction... transactions) {
        return new Ledger().execute(states.view("s"), null, List.of(transactions));
    }

    private void commit(Execution execution) {
        ShardBlock block =
                Blocks.after(states.head("s"), "s", 1, execution.stateDiff().toArray(new StateChange[0]));
        assertThat(states.apply(block)).isTrue();
        states.commit();
    }

    private String account(String name) {
        byte[] value = states.get("s", name.getBytes(UTF_8));
        return value == null ? "" : new String(value, UTF_8);
    }

    private static List<String> changes(Execution execution) {
        List<String> changes = new ArrayList<>();
        for (StateChange change : execution.stateDiff()) {
            ByteBuffer value = change.getValue();
            changes.add(Blocks.text(change.getKey()) + "=" + (value == null ? "" : Blocks.text(value)));
        }
        return changes;
    }

    private static List<ReceiptStatus> statuses(Execution execution) {
        return execution.receipts().stream().map(Receipt::getStatus).toList();
    }

    private static Transaction deposit(String to, long amount) {
        return Blocks.transaction("s", "t", "{\"to\":\"" + to + "\",\"amount\":" + amount + "}");
    }

    private static Transaction transfer(String from, String to, long amount, long nonce) {
        return Blocks.transaction(
                "s",
                "t",
                "{\"from\":\"" + from + "\",\"to\":\"" + to + "\",\"amount\":" + amount + ",\"nonce\":" + nonce + "}");
    }
}
