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
 * Sends lines in order, many at a time. If one fails, reports which lines were produced. Lines may arrive minutes
 * apart: after a failure is known, no further line is sent.
 */
final class LineSender {

    /** The remark on a failed line after {@link #settle} has returned. */
    static final String SO_FAR = " (any lines before it were produced)";

    /** The number of lines that are awaited together. */
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
        // A record that the client itself refuses has its result already: then no further line is sent.
        if (answer.isDone() || pending.size() == TOGETHER) {
            settle();
        }
    }

    /** Removes the first pending lines that were produced. */
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
            throw new Unusable("line " + failed + ": it was not accepted: " + why
                    + (after == 0
                            ? SO_FAR
                            : " (any lines before it were produced, and " + after + " of those after it, up to line "
                                    + last + ")"));
        }
    }
}
