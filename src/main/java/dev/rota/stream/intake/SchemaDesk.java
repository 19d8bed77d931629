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
 * Asks the registry beside the intake thread: a registry may be down for hours, and a consumer that does not poll for so
 * long loses its partitions.
 */
public final class SchemaDesk implements AutoCloseable {

    /** Questions under way at a time. Each is of another input partition; further ones wait for their turn. */
    private static final int QUESTIONS_MAX = 16;

    private final SchemaRegistry registry;
    private final boolean register;
    private final Duration patience;
    private final ExecutorService threads;
    private final Map<TopicPartition, Future<Answer>> asked = new LinkedHashMap<>();

    /**
     * What the registry said of a number: a schema, or why there is none.
     *
     * @param partition the input partition whose record has the number
     * @param waited whether all patience went by before the registry's no counted
     */
    record Answer(
            TopicPartition partition, int id, @Nullable Schema schema, String message, boolean waited) {}

    public SchemaDesk(SchemaRegistry registry, boolean register, Duration patience) {
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

    /** Numbers for the schemas of all outputs; inputs are made known too where registering is allowed. */
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
     * Asks for a number that a record of an input partition has; each partition asks for one at a time.
     *
     * @param patient whether a number that the registry does not know is asked for again until patience ends
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

    /** The answers that have come, each once. */
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

    /** An input partition was taken away: its answer is of no use. */
    void forget(TopicPartition partition) {
        Future<Answer> question = asked.remove(partition);
        if (question != null) {
            question.cancel(true);
        }
    }

    /** The registry said no to something that only a person can mend. */
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
