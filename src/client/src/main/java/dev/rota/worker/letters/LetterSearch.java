package dev.rota.worker.letters;

import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.shards.DeadLetter;
import dev.rota.worker.PoolFilter;
import dev.rota.worker.WorkerRefused;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds the selected dead letters. Of several letters of one transaction only the latest counts: it died again after the
 * earlier ones, whoever sent it. The letters themselves are not kept, since their payloads may not fit into memory.
 */
final class LetterSearch {

    /** The maximum number of transactions that are considered. */
    static final int LETTERS_MAX = 1_000_000;

    /** The latest letter of a transaction. */
    private record Latest(String coordinates, long time, boolean selected) {}

    private record Name(String shard, String transaction) {}

    private final Wire wire;
    private final LetterChoice choice;
    private final PoolFilter own;
    private final Map<Name, Latest> latest = new LinkedHashMap<>();
    private long outdated;

    LetterSearch(Wire wire, LetterChoice choice) {
        this.wire = wire;
        this.choice = choice;
        this.own = new PoolFilter(choice.pool());
    }

    /** Reads all letters. */
    void run(TopicPart letters) throws InterruptedException {
        letters.each(record -> {
            DeadLetter letter = own.mayHave(record) ? read(record) : null;
            if (letter != null && choice.matchesName(letter)) {
                take(letters.coordinates(record.partition(), record.offset()), letter, record.timestamp());
            }
        });
    }

    private void take(String coordinates, DeadLetter letter, long time) {
        Latest next = new Latest(coordinates, time, choice.matches(letter, time));
        Latest before = latest.put(new Name(letter.getShard(), letter.getTransaction()), next);
        outdated += before != null && before.selected() ? 1 : 0;
        if (latest.size() > LETTERS_MAX) {
            throw new WorkerRefused("expected dead letters of at most " + LETTERS_MAX
                    + " transactions, but there are more: name shards with --shard");
        }
    }

    /** Returns the letter in a record. */
    DeadLetter read(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        try {
            return (DeadLetter) wire.read(record.topic(), record.value());
        } catch (UnreadableValue e) {
            throw new WorkerRefused("expected dead letters that can be read, but " + e.sentence());
        }
    }

    /** Returns the coordinates of the selected letters. */
    Set<String> selected() {
        return latest.values().stream()
                .filter(Latest::selected)
                .map(Latest::coordinates)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the time of the earliest selected letter, or the greatest long if there is none. */
    long earliest() {
        return latest.values().stream()
                .filter(Latest::selected)
                .mapToLong(Latest::time)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Returns the number of letters that match, but whose transaction has a later one. */
    long outdated() {
        return outdated;
    }
}
