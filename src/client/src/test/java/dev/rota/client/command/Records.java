package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.RecordHandler;
import dev.rota.client.RecordReceipts;
import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.Header;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import java.nio.ByteBuffer;
import java.util.List;

/** Passes records to handlers. */
final class Records {

    private Records() {}

    static Transaction transaction(String id, byte[] payload, @Nullable byte[] key, Header... headers) {
        return Transaction.newBuilder()
                .setPool("p")
                .setShard("s")
                .setId(id)
                .setPayload(ByteBuffer.wrap(payload))
                .setKey(key == null ? null : ByteBuffer.wrap(key))
                .setHeaders(List.of(headers))
                .setSource("orders/3/17")
                .setTombstone(payload.length == 0)
                .build();
    }

    /** Passes a record with a payload to a handler, in a turn with token 7, for the second time. */
    static Receipt handle(RecordHandler handler, String payload) throws Exception {
        return handle(handler, transaction("t", payload.getBytes(UTF_8), null));
    }

    static Receipt handle(RecordHandler handler, Transaction transaction) throws Exception {
        Batch batch = Batch.newBuilder()
                .setPool("p")
                .setWorker("w")
                .setShard("s")
                .setToken(7L)
                .setBatch(1)
                .setQuantumMs(100L)
                .setParentHeight(0L)
                .setTransactions(List.of(transaction))
                .setAttempt(2)
                .build();
        return new RecordReceipts(handler).handle(batch, transaction);
    }

    /** Passes a record to a handler that fails, and returns the reason. */
    static String failure(RecordHandler handler, String payload) throws Exception {
        return failure(handler, transaction("t", payload.getBytes(UTF_8), null));
    }

    static String failure(RecordHandler handler, Transaction transaction) throws Exception {
        Receipt receipt = handle(handler, transaction);
        assertThat(receipt.getStatus()).isEqualTo(ReceiptStatus.FAILED);
        return receipt.getReason();
    }

    static String output(Receipt receipt) {
        ByteBuffer output = receipt.getOutput();
        return output == null ? "none" : UTF_8.decode(output.duplicate()).toString();
    }
}
