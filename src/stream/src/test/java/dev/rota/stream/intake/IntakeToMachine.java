package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import java.util.Map;
import java.util.TreeSet;
import org.apache.avro.Schema;

/** The path of an input record without a broker: intake's reader, the log's format, and the machine. */
public final class IntakeToMachine {

    private final Names names;
    private final Reading.Rules newest;
    private final InputReader reader;
    private final PartitionMachine machine;
    private final TreeSet<Integer> told = new TreeSet<>();
    private long offset;
    private long decisions;

    public IntakeToMachine(Domain domain, Rows rows) {
        names = new Names(domain, "");
        reader = new InputReader(names, 1);
        newest = new Reading.Rules(domain.rules());
        machine = new PartitionMachine(domain, rows, Parallel.SEQUENTIAL, (decision, chain) -> decisions++);
        handle(LogFormat.rules(domain.rules(), 1));
    }

    /** Passes a schema to intake, as the registry's response. */
    public void learn(int id, Schema schema) {
        reader.learn(id, schema);
    }

    /** Lets intake read a value, and the machine decide it. Returns the reason if intake refuses it, otherwise null. */
    @Nullable
    public String take(String topic, int schemaId, byte[] avro) {
        Source source = new Source(names.topic(topic), 0, offset, "id-of-" + topic);
        ReadResult.Append append;
        try {
            append = reader.read(source, Framing.frame(schemaId, avro), newest);
        } catch (InputReader.SchemaNeeded e) {
            throw new IllegalStateException("expected the schema to be learnt", e);
        }
        if (append.schema() != null && told.add(append.schema().id())) {
            handle(LogFormat.schema(append.schema().id(), append.schema().schema()));
        }
        handle(append.record());
        return append.record().headers().get(LogFormat.REASON);
    }

    public long decisions() {
        return decisions;
    }

    private void handle(LogFormat.Written written) {
        Map<String, String> headers = written.headers();
        try {
            LogRecord record = LogFormat.parse(
                    new Position(0, offset, 1_000 + offset),
                    written.key(),
                    name -> headers.containsKey(name) ? headers.get(name).getBytes(UTF_8) : null,
                    written.value());
            offset++;
            machine.handle(record);
        } catch (LogFormat.ForeignRecord e) {
            throw new IllegalStateException("expected a record that the log's format knows", e);
        }
    }
}
