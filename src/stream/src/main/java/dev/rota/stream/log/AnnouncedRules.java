package dev.rota.stream.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The greatest rules number that was announced in a log, kept in the compacted positions topic. The log's rules records
 * alone determine which rules are in force; the kept number saves the search for the last one. It is written before
 * them, so it is never behind the log.
 */
public final class AnnouncedRules {

    private static final String KEY = "rules/";

    private final Names names;
    private final Admin admin;

    /** @param admin looks up the log's id */
    public AnnouncedRules(Names names, Admin admin) {
        this.names = names;
        this.admin = admin;
    }

    /** Returns whether a key of the positions topic is one of announced rules. */
    public static boolean isKey(String key) {
        return key.startsWith(KEY);
    }

    /**
     * Returns the greatest number announced; 1 if there is none.
     *
     * @param reader a consumer outside any group, which is closed afterwards
     */
    public int greatest(Consumer<byte[], byte[]> reader, Ticker ticker) {
        byte[] key = key();
        AtomicInteger greatest = new AtomicInteger(1);
        WholeTopic.read(reader, ticker, names.positions(), record -> {
            if (Arrays.equals(key, record.key()) && record.value() != null) {
                greatest.accumulateAndGet(Integer.parseInt(new String(record.value(), UTF_8)), Math::max);
            }
        });
        return greatest.get();
    }

    /**
     * Keeps a number, and waits until it is acknowledged.
     *
     * @param positions the producer of the positions topic, which is closed afterwards
     */
    void keep(int rules, Producer<byte[], byte[]> positions) {
        try (Producer<byte[], byte[]> producer = positions) {
            var unused = producer.send(new ProducerRecord<>(
                            names.positions(), key(), Integer.toString(rules).getBytes(UTF_8)))
                    .get();
        } catch (ExecutionException e) {
            throw new StoppedException(names.positions() + " does not take the announcement of rules "
                    + names.domain().name() + "/" + rules + ", so it was not made: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoppedException("interrupted");
        }
    }

    private byte[] key() {
        return (KEY + Topics.id(admin, names.log())).getBytes(UTF_8);
    }
}
