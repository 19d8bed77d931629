package dev.rota.stream.intake;

import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import dev.rota.stream.Stopped;
import java.time.Duration;
import java.util.ArrayList;
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
 * Looks up schemas on other threads than intake's: a registry may be down for hours, and a consumer that does not
 * poll for that long loses its partitions.
 */
public final class SchemaLookups implements AutoCloseable {

    /** Concurrent lookups, each for another input partition; further ones queue. */
    private static final int QUESTIONS_MAX = 16;

    private final SchemaRegistry registry;
    private final boolean register;
    private final Duration patience;
    private final ExecutorService threads;
    private final Map<TopicPartition, Future<Answer>> asked = new LinkedHashMap<>();

    /**
     * The registry's answer for an id: a schema, or why there is none.
     *
     * @param partition the input partition whose record has the id
     * @param waited whether the full wait went by before the id counted as unknown
     */
    record Answer(
            TopicPartition partition, int id, @Nullable Schema schema, String message, boolean waited) {}

    public SchemaLookups(SchemaRegistry registry, boolean register, Duration patience) {
        this.registry = registry;
        this.register = register;
        this.patience = patience;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                QUESTIONS_MAX, QUESTIONS_MAX, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread asking = new Thread(work, "rota-schemas");
                    asking.setDaemon(true);
                    return asking;
                });
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /** The schema ids of all outputs; input schemas are registered too if that is allowed. */
    Future<List<InputReader.Numbered>> introduce(Names names) {
        return threads.submit(() -> {
            for (Input<?> input : names.domain().inputs()) {
                if (register) {
                    registry.register(subject(names, input.topic()), input.schema());
                }
            }
            List<InputReader.Numbered> outputs = new ArrayList<>();
            for (Output<?> output : names.domain().outputs()) {
                String subject = subject(names, output.topic());
                int id = register
                        ? registry.register(subject, output.schema())
                        : registry.lookUp(subject, output.schema());
                outputs.add(new InputReader.Numbered(id, output.schema()));
            }
            return outputs;
        });
    }

    /**
     * Starts a lookup for a record of an input partition; each partition has at most one.
     *
     * @param patient whether an unknown id is looked up again until the wait ends
     */
    void ask(TopicPartition partition, int id, boolean patient) {
        Duration granted = patient ? patience : Duration.ZERO;
        asked.put(partition, threads.submit(() -> {
            long begun = System.nanoTime();
            try {
                return new Answer(partition, id, registry.byId(id, granted), "", false);
            } catch (SchemaUnknown e) {
                boolean waited = patient && System.nanoTime() - begun >= granted.toNanos();
                return new Answer(partition, id, null, e.sentence(), waited);
            }
        }));
    }

    /** The answers that have arrived since the last call. */
    List<Answer> answers() throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (Iterator<Future<Answer>> each = asked.values().iterator(); each.hasNext(); ) {
            Future<Answer> answer = each.next();
            if (answer.isDone()) {
                each.remove();
                try {
                    answers.add(answer.get());
                } catch (ExecutionException e) {
                    throw refused(e);
                }
            }
        }
        return answers;
    }

    /** An input partition was revoked: its answer is dropped. */
    void forget(TopicPartition partition) {
        Future<Answer> question = asked.remove(partition);
        if (question != null) {
            question.cancel(true);
        }
    }

    /** The registry refused a request; only a person can resolve that. */
    static Stopped refused(ExecutionException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        return new Stopped("the schema registry refuses: " + cause.getMessage());
    }

    private static String subject(Names names, String topic) {
        return Wire.subject(names.topic(topic));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
