package dev.rota.stream.intake;

import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.log.OutputSchemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks up schemas on threads other than intake's: a registry may be down for hours, and a consumer that does not poll
 * for that long loses its partitions.
 */
public final class SchemaLookups implements AutoCloseable {

    /** Concurrent lookups, each for another input partition; further ones queue. */
    private static final int QUESTIONS_MAX = 16;

    private final SchemaRegistry registry;
    private final boolean register;
    private final Duration patience;
    private final ExecutorService threads;
    private final Ticker ticker;
    private final Map<TopicPartition, Future<List<Answer>>> asked = new LinkedHashMap<>();

    /**
     * The registry's answer for an id: a schema, or why there is none.
     *
     * @param partition the input partition whose record has the id
     * @param waited whether the full wait went by before the id counted as unknown
     */
    record Answer(
            TopicPartition partition, int id, @Nullable Schema schema, String message, boolean waited) {}

    public SchemaLookups(SchemaRegistry registry, boolean register, Duration patience) {
        this(registry, register, patience, threads(), Ticker.SYSTEM);
    }

    /** @param threads query the registry; they are shut down with it */
    public SchemaLookups(
            SchemaRegistry registry, boolean register, Duration patience, ExecutorService threads, Ticker ticker) {
        this.registry = registry;
        this.register = register;
        this.patience = patience;
        this.threads = threads;
        this.ticker = ticker;
    }

    private static ExecutorService threads() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                QUESTIONS_MAX, QUESTIONS_MAX, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread asking = new Thread(work, "rota-schemas");
                    asking.setDaemon(true);
                    return asking;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Returns the schema ids of all outputs, by all rules that may be in force until this build is replaced. Input
     * schemas are registered too if that is allowed. The registry need not have schemas of earlier rules.
     *
     * @param announced the greatest rules number that was announced in the log
     */
    Future<List<NumberedSchema>> introduce(Names names, int announced) {
        return threads.submit(() -> {
            int newest = names.domain().rules();
            for (Input<?> input : names.domain().inputs()) {
                if (register) {
                    registry.register(Wire.subject(names.topic(input.topic())), input.schema(newest));
                }
            }
            return new OutputSchemas(names, registry, register)
                    .under(announced, newest).entrySet().stream()
                            .map(schema -> new NumberedSchema(schema.getKey(), schema.getValue()))
                            .toList();
        });
    }

    /** Returns the schema of an input whose events are made by this build, with its id. */
    public Future<NumberedSchema> introduce(Names names, Input<?> input) {
        return threads.submit(() -> {
            Schema schema = input.schema();
            String subject = Wire.subject(names.topic(input.topic()));
            return new NumberedSchema(
                    register ? registry.register(subject, schema) : registry.lookUp(subject, schema), schema);
        });
    }

    /**
     * Starts a lookup for records of an input partition; each partition has at most one.
     *
     * @param ids the id that the next record needs, and the ids of records behind it: looked up one by one, each would
     *     cost all of them another turn of polling
     * @param patient whether the first id, if it is unknown, is looked up again until the wait ends. A later id is looked
     *     up once, and counts as unknown only if the wait is spent; otherwise it gets a wait of its own
     */
    void ask(TopicPartition partition, List<Integer> ids, boolean patient) {
        asked.put(partition, threads.submit(() -> {
            List<Answer> answers = new ArrayList<>();
            boolean isSpent = !patient;
            for (int id : ids) {
                Answer answer = answer(partition, id, patient && answers.isEmpty());
                isSpent |= answer.waited();
                if (answers.isEmpty() || answer.schema() != null || isSpent) {
                    answers.add(answer);
                }
            }
            // The id that the next record needs comes last, so that the other schemas do not displace its own.
            Collections.reverse(answers);
            return answers;
        }));
    }

    private Answer answer(TopicPartition partition, int id, boolean patient) throws InterruptedException {
        Duration granted = patient ? patience : Duration.ZERO;
        long begun = ticker.nanoTime();
        try {
            return new Answer(partition, id, registry.byId(id, granted), "", false);
        } catch (SchemaUnknown e) {
            boolean waited = patient && ticker.nanoTime() - begun >= granted.toNanos();
            return new Answer(partition, id, null, e.sentence(), waited);
        }
    }

    /** Returns the answers that have arrived since the last call. */
    List<Answer> answers() throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (Iterator<Future<List<Answer>>> each = asked.values().iterator(); each.hasNext(); ) {
            Future<List<Answer>> answer = each.next();
            if (answer.isDone()) {
                each.remove();
                try {
                    answers.addAll(answer.get());
                } catch (ExecutionException e) {
                    throw refused(e);
                }
            }
        }
        return answers;
    }

    /** Drops the answer for an input partition that was revoked. */
    void forget(TopicPartition partition) {
        Future<List<Answer>> question = asked.remove(partition);
        if (question != null) {
            question.cancel(true);
        }
    }

    /** Returns the exception for a request that the registry refused; only an operator can resolve that. */
    public static StoppedException refused(ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        return new StoppedException("the schema registry refuses: " + cause.getMessage());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
