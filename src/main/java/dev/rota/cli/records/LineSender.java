package dev.rota.cli.records;

import dev.rota.cli.options.Unusable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Sends lines in their order, many at a time, and says which of them were produced if one was not. Lines may come a
 * minute apart: once a failure is known, the next of them is not sent.
 */
final class LineSender {

    /** What is true of a line that fails, once {@link #settle} has returned. */
    static final String SO_FAR = " (any lines before it were produced)";

    /** How many lines are awaited together. */
    private static final int TOGETHER = 1_000;

    private record Sent(long line, Future<RecordMetadata> answer) {}

    private final Producer<byte[], byte[]> producer;
    private final Deque<Sent> pending = new ArrayDeque<>();

    LineSender(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    void send(long line, ProducerRecord<byte[], byte[]> record) throws InterruptedException {
        passProduced();
        Future<RecordMetadata> answer;
        try {
            answer = producer.send(record);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            settle();
            throw new Unusable("line " + line + ": " + e.getMessage() + SO_FAR);
        }
        pending.add(new Sent(line, answer));
        // What the client itself refuses is answered already: no later line is sent then.
        if (answer.isDone() || pending.size() == TOGETHER) {
            settle();
        }
    }

    /** Leaves behind the first lines that were produced. */
    private void passProduced() throws InterruptedException {
        for (Sent first = pending.peek(); first != null && first.answer().isDone(); first = pending.peek()) {
            try {
                first.answer().get();
            } catch (ExecutionException e) {
                settle();
            }
            pending.remove();
        }
    }

    /** Waits until the brokers have answered for each line that was sent. */
    void settle() throws InterruptedException {
        long failed = 0;
        String why = "";
        int after = 0;
        long last = 0;
        for (Sent sent : pending) {
            try {
                sent.answer().get();
                if (failed > 0) {
                    after++;
                    last = sent.line();
                }
            } catch (ExecutionException e) {
                if (failed == 0) {
                    failed = sent.line();
                    why = Objects.requireNonNullElse(e.getCause(), e).getMessage();
                }
            }
        }
        pending.clear();
        if (failed > 0) {
            throw new Unusable("line " + failed + ": it was not taken: " + why
                    + (after == 0
                            ? SO_FAR
                            : " (any lines before it were produced, and " + after + " of those after it, up to line "
                                    + last + ")"));
        }
    }
}
