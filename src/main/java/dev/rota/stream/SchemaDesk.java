package dev.rota.stream;

import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.Schema;

/**
 * Asks the registry beside the intake thread: a registry may be down for hours, and a consumer that does not poll for so
 * long loses its partitions.
 */
final class SchemaDesk implements AutoCloseable {

    private final SchemaRegistry registry;
    private final boolean register;
    private final Duration patience;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread asking = new Thread(work, "rota-schemas");
        asking.setDaemon(true);
        return asking;
    });

    @Nullable
    private Future<Answer> asked;

    /** What the registry said of a number: a schema, or why there is none. */
    record Answer(int id, @Nullable Schema schema, String message) {}

    SchemaDesk(SchemaRegistry registry, boolean register, Duration patience) {
        this.registry = registry;
        this.register = register;
        this.patience = patience;
    }

    /** Numbers for the schemas of all outputs; inputs are made known too where registering is allowed. */
    Future<List<InputReader.Numbered>> introduce(Names names) {
        return thread.submit(() -> {
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

    void ask(int id) {
        asked = thread.submit(() -> {
            try {
                return new Answer(id, registry.byId(id, patience), "");
            } catch (SchemaUnknown e) {
                return new Answer(id, null, e.sentence());
            }
        });
    }

    boolean waiting() {
        return asked != null;
    }

    /** The answer, once; null while there is none. */
    @Nullable
    Answer answer() throws InterruptedException {
        if (asked == null || !asked.isDone()) {
            return null;
        }
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw refused(e);
        } finally {
            asked = null;
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
        thread.shutdownNow();
    }
}
