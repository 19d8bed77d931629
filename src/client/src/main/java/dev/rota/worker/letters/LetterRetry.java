package dev.rota.worker.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.worker.WorkerRefused;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts selected dead letters back at the end of their shards: sends each as a transaction with the same id, payload and
 * coordinates, in the order in which they died within a shard. A letter that was put back before is left out, unless
 * the caller asks for it again.
 */
public final class LetterRetry implements AutoCloseable {

    /** The number of transactions that are awaited together. */
    private static final int TOGETHER = 1_000;

    /** A letter, and when its transaction died. */
    public record Letter(String shard, String transaction, String reason, String message, long time) {
        private static Letter of(DeadLetter letter, long time) {
            return new Letter(
                    letter.getShard(),
                    letter.getTransaction(),
                    letter.getReason().name(),
                    letter.getMessage(),
                    time);
        }
    }

    /**
     * The number of letters that were put back, or would be; of those that were left out since they are back already;
     * of those whose transaction has a later letter; and of those that retention deleted before they were sent.
     *
     * @param whole whether every earlier run could be recognized
     */
    public record Sum(long back, long before, long outdated, long gone, boolean whole) {}

    private record Sent(Letter letter, Future<RecordMetadata> answer) {}

    private final Wire wire;
    private final String input;
    private final TopicPart letters;
    private final TopicPart transactions;
    private final LetterSearch search;
    private final boolean again;
    private final @Nullable Producer<byte[], byte[]> producer;
    private final Deque<Sent> sent = new ArrayDeque<>();

    /**
     * Opens the topics.
     *
     * @param again whether letters that were put back before are put back again
     * @param dryRun whether nothing is sent
     */
    public LetterRetry(Settings settings, Wire wire, LetterChoice choice, boolean again, boolean dryRun) {
        this.wire = wire;
        this.again = again;
        this.search = new LetterSearch(wire, choice);
        this.input = settings.topic(ShardsTopics.TRANSACTIONS);
        byte[] key = choice.shard() == null ? null : choice.shard().getBytes(UTF_8);
        this.letters = new TopicPart(settings, settings.topic(ShardsTopics.DEAD_LETTERS.topic()), key);
        this.transactions = new TopicPart(settings, input, key);
        this.producer = dryRun
                ? null
                : new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Puts the letters back, and passes each to the visitor once the brokers have accepted its transaction. */
    public Sum run(Consumer<Letter> visitor) throws InterruptedException {
        search.run(letters);
        Set<String> selected = search.selected();
        EarlierRetries earlier = new EarlierRetries();
        if (!selected.isEmpty()) {
            earlier.read(transactions, search.earliest());
        }
        int all = selected.size();
        selected.removeIf(coordinates -> !again && earlier.has(coordinates));
        int left = selected.size();
        letters.each(record -> {
            String coordinates = letters.coordinates(record.partition(), record.offset());
            if (selected.remove(coordinates)) {
                send(search.read(record), record.timestamp(), coordinates, visitor);
            }
        });
        settle(visitor);
        return new Sum(left - selected.size(), all - left, search.outdated(), selected.size(), earlier.isWhole());
    }

    private void send(DeadLetter letter, long time, String coordinates, Consumer<Letter> visitor)
            throws InterruptedException {
        Letter chosen = Letter.of(letter, time);
        if (producer == null) {
            visitor.accept(chosen);
            return;
        }
        Transaction transaction = Transaction.newBuilder()
                .setPool(letter.getPool())
                .setShard(letter.getShard())
                .setId(letter.getTransaction())
                .setPayload(letter.getPayload())
                .setKey(letter.getKey())
                .setHeaders(letter.getHeaders())
                .setSource(letter.getSource())
                .setTombstone(letter.getTombstone())
                .build();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(input, letter.getShard().getBytes(UTF_8), wire.write(input, transaction));
        EarlierRetries.mark(record, coordinates);
        sent.add(new Sent(chosen, producer.send(record)));
        if (sent.size() == TOGETHER) {
            settle(visitor);
        }
    }

    /** Waits until the brokers have accepted each transaction that was sent. */
    private void settle(Consumer<Letter> visitor) throws InterruptedException {
        @Nullable String failure = null;
        for (Sent one : sent) {
            try {
                one.answer().get();
                visitor.accept(one.letter());
            } catch (ExecutionException e) {
                failure = failure != null
                        ? failure
                        : "expected transaction " + one.letter().transaction() + " of shard "
                                + one.letter().shard() + " to be accepted by the brokers, but "
                                + Objects.requireNonNullElse(e.getCause(), e).getMessage();
            }
        }
        sent.clear();
        if (failure != null) {
            throw new WorkerRefused(failure);
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close();
        }
        letters.close();
        transactions.close();
    }
}
