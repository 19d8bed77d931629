package dev.rota.worker.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Recognizes letters that were put back before: each transaction that is sent again has the coordinates of its letter in
 * a header. The scheduler ignores it.
 */
final class EarlierRetries {

    private static final String HEADER = "rota-dead-letter";

    /** The time by which clocks of brokers and clients may differ. */
    private static final long CLOCKS_MS = 86_400_000;

    private final Set<String> back = new HashSet<>();
    private boolean whole = true;

    /** Reads the transactions that were sent since the earliest letter died. */
    void read(TopicPart transactions, long earliest) throws InterruptedException {
        whole = transactions.eachSince(Math.max(0, earliest - CLOCKS_MS), record -> {
            Header letter = record.headers().lastHeader(HEADER);
            if (letter != null && letter.value() != null) {
                back.add(new String(letter.value(), UTF_8));
            }
        });
    }

    /** Returns whether all transactions since the earliest letter are there to be read. */
    boolean isWhole() {
        return whole;
    }

    boolean has(String coordinates) {
        return back.contains(coordinates);
    }

    static void mark(ProducerRecord<byte[], byte[]> record, String coordinates) {
        record.headers().add(HEADER, coordinates.getBytes(UTF_8));
    }
}
