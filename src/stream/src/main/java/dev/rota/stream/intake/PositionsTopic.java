package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import dev.rota.stream.log.AnnouncedRules;
import dev.rota.stream.log.WholeTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compacted topic with the last position of each input partition, and the last acknowledged end of each log
 * partition. The key is {@code topic/partition/topic id}, the value a {@link PositionMark}'s text or
 * {@code end=OFFSET}. It also contains each schema by which a record was accepted: the key is {@code schema/ID}, the
 * value its text. It contains {@link AnnouncedRules} and notices about adopted topics as well.
 */
public final class PositionsTopic implements KeptPositions, AutoCloseable {

    /** The beginning of the keys by which mappings of adopted topics are announced. */
    public static final String MAPPING = "mapping/";

    /** The beginning of the keys by which backlogs of units are published. */
    public static final String LEVEL = "level/";

    /** The beginning of the keys by which the announcement of a mapping is claimed. */
    public static final String CLAIM = "claim/";

    private static final Logger LOG = LoggerFactory.getLogger(PositionsTopic.class);

    private static final long WRITTEN_MS_MAX = 5_000;
    private static final String END = "end=";
    private static final String SCHEMA = "schema/";

    private final String topic;
    private final List<String> inputs;
    private final String log;
    private final String logId;
    private final IntakeClients clients;
    private final Producer<byte[], byte[]> producer;
    private final AtomicBoolean lost = new AtomicBoolean();

    /** Whether the last write has failed. */
    private final AtomicBoolean refusing = new AtomicBoolean();

    /** The ids of the kept schemas at the last look; null before the first. */
    private @Nullable Set<Integer> schemaIds;

    /** True if other instances may have kept more since then. */
    private boolean unseen;

    /** @param logId the id of the log's topic */
    public PositionsTopic(Names names, String logId, IntakeClients clients) {
        this.topic = names.positions();
        this.inputs = names.inputs();
        this.log = names.log();
        this.logId = logId;
        this.clients = clients;
        this.producer = clients.positions();
    }

    @Override
    public Kept read() {
        Kept kept = new Kept();
        read(record -> take(record, kept));
        return kept;
    }

    private void read(Consumer<ConsumerRecord<byte[], byte[]>> take) {
        WholeTopic.read(clients.reader(), clients.ticker(), topic, take);
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Kept kept) {
        if (record.key() == null || record.value() == null) {
            return;
        }
        String text = new String(record.key(), UTF_8);
        if (isSchema(text)
                || AnnouncedRules.isKey(text)
                || Stream.of(MAPPING, LEVEL, CLAIM).anyMatch(text::startsWith)) {
            return;
        }
        String[] key = text.split("/", -1);
        String value = new String(record.value(), UTF_8);
        PositionMark mark =
                PositionMark.parse(value, inputs.contains(key[0]) ? Reading.Rules::new : Reading.MappingVersion::new);
        try {
            int partition = Integer.parseInt(key.length == 3 ? key[1] : "");
            if (mark != null && mark.topicId().equals(key[2])) {
                kept.position(mark, partition);
            } else if (value.startsWith(END) && key[0].equals(log)) {
                kept.logEnd(key[2], partition, Long.parseLong(value.substring(END.length())));
            } else {
                foreign(record);
            }
        } catch (NumberFormatException e) {
            foreign(record);
        }
    }

    private static void foreign(ConsumerRecord<byte[], byte[]> record) {
        LOG.warn(
                "{}/{}/{} was not written by intake and is ignored",
                record.topic(),
                record.partition(),
                record.offset());
    }

    @Override
    public boolean keep(Map<TopicPartition, PositionMark> positions) {
        List<Future<?>> sent = new ArrayList<>();
        positions.forEach((partition, mark) -> sent.add(send(partition, mark)));
        return written(sent);
    }

    private boolean written(List<Future<?>> sent) {
        long end = clients.ticker().nanoTime() + TimeUnit.MILLISECONDS.toNanos(WRITTEN_MS_MAX);
        try {
            for (Future<?> each : sent) {
                each.get(Math.max(1, end - clients.ticker().nanoTime()), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (ExecutionException | TimeoutException e) {
            refused(e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void keepLater(Map<TopicPartition, PositionMark> positions, Map<Integer, Long> logEnds) {
        for (Map.Entry<TopicPartition, PositionMark> position : positions.entrySet()) {
            Future<?> unused = send(position.getKey(), position.getValue());
        }
        for (Map.Entry<Integer, Long> end : logEnds.entrySet()) {
            Future<?> unused = send(log + "/" + end.getKey() + "/" + logId, END + end.getValue());
        }
    }

    @Override
    public boolean keepSchema(NumberedSchema schema) {
        return written(List.of(send(SCHEMA + schema.id(), schema.schema().toString())));
    }

    @Override
    public @Nullable Schema schema(int id) {
        if (schemaIds == null || (unseen && !schemaIds.contains(id))) {
            Set<Integer> ids = new HashSet<>();
            readSchemas((each, text) -> ids.add(each));
            schemaIds = ids;
            unseen = false;
        }
        if (!schemaIds.contains(id)) {
            return null;
        }
        AtomicReference<String> last = new AtomicReference<>("");
        readSchemas((each, text) -> {
            if (each == id) {
                last.set(text);
            }
        });
        try {
            return SchemaText.parse(String.valueOf(last.get()));
        } catch (BadSchema e) {
            LOG.warn("{} holds a schema {} that cannot be read: {}", topic, id, e.sentence());
            return null;
        }
    }

    private void readSchemas(BiConsumer<Integer, String> take) {
        read(record -> {
            String key = record.key() == null ? "" : new String(record.key(), UTF_8);
            if (isSchema(key) && record.value() != null) {
                take.accept(Integer.parseInt(key.substring(SCHEMA.length())), new String(record.value(), UTF_8));
            }
        });
    }

    private static boolean isSchema(String key) {
        return key.matches(SCHEMA + "[0-9]{1,10}")
                && Long.parseLong(key.substring(SCHEMA.length())) <= Integer.MAX_VALUE;
    }

    @Override
    public void assigned() {
        unseen = true;
    }

    @Override
    public boolean lost() {
        return lost.getAndSet(false);
    }

    private Future<?> send(TopicPartition partition, PositionMark mark) {
        return send(partition.topic() + "/" + partition.partition() + "/" + mark.topicId(), mark.text());
    }

    private Future<?> send(String key, String value) {
        try {
            return producer.send(
                    new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8)),
                    (metadata, failure) -> failed(failure));
        } catch (KafkaException e) {
            failed(e);
            return CompletableFuture.failedFuture(e);
        }
    }

    private void failed(@Nullable Exception failure) {
        if (failure == null) {
            refusing.set(false);
        } else {
            lost.set(true);
            refused(failure);
        }
    }

    /**
     * Logs a failed write. Positions are written all the time: only the first failure is logged until a write succeeds.
     */
    private void refused(Throwable failure) {
        if (!refusing.getAndSet(true)) {
            LOG.warn(
                    "{} takes no positions now ({}); they are written again once it does",
                    topic,
                    failure instanceof TimeoutException ? "no broker answered in time" : AdminAnswers.why(failure));
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofMillis(WRITTEN_MS_MAX));
    }
}
