package dev.rota.engine.machine;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SchemaIdRow;
import dev.rota.engine.SchemaRow;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.Rows;
import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.EventReader;
import dev.rota.engine.schema.Framing;
import dev.rota.engine.schema.SchemaText;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The writer schemas recorded in a log partition. Decoding needs nothing else. */
final class Schemas {

    /** The text of a voided schema; no valid schema has it. */
    private static final String VOIDED = "";

    private final Domain domain;
    private final Rows rows;
    /** Readers by registry id and type; cleared when an id is redefined or the rules change. */
    private final Map<Written, Opened> readers = new HashMap<>();

    /** The rules for which readers and ids are cached. */
    private int cachedFor;

    private final Map<Output<?>, Integer> ids = new HashMap<>();

    /** The writer's schema of a value, by its id in the registry, and the record's type. */
    private record Written(int id, String type) {}

    /** A reader, or the refusal if there is none. */
    private record Opened(
            @Nullable EventReader of, @Nullable RefusedException refused) {

        EventReader reader() throws RefusedException {
            if (of == null) {
                throw Objects.requireNonNull(refused);
            }
            return of;
        }
    }

    Schemas(Domain domain, Rows rows) {
        this.domain = domain;
        this.rows = rows;
    }

    void learn(LogRecord.Schema record) {
        Schema schema = parse(record.at(), record.text());
        String fingerprint = Avro.fingerprintHex(schema);
        if (!fingerprint.equals(record.fingerprint())) {
            throw new PartitionMachine.LogBroken(
                    record.at(),
                    "expected a schema of fingerprint " + record.fingerprint() + ", but it has " + fingerprint);
        }
        rows.put(EngineTables.SCHEMAS, schemaKey(record.id()), new SchemaRow(fingerprint, record.text()));
        rows.put(EngineTables.SCHEMA_IDS, idKey(fingerprint), new SchemaIdRow(record.id()));
        readers.clear();
        ids.clear();
    }

    /** Removes a schema, so that its events are refused until the log records its id again. */
    void voided(int id) {
        rows.put(EngineTables.SCHEMAS, schemaKey(id), new SchemaRow("", VOIDED));
        readers.clear();
    }

    /** Returns the reader for an event's schema under the rules in force; throws if they cannot read it. */
    EventReader reader(LogRecord.Event record, int rules) throws RefusedException {
        forRules(rules);
        int id = Framing.schemaId(record.value());
        return readers.computeIfAbsent(new Written(id, record.type()), key -> open(id, record, rules))
                .reader();
    }

    private void forRules(int rules) {
        if (rules != cachedFor) {
            readers.clear();
            ids.clear();
            cachedFor = rules;
        }
    }

    private Opened open(int id, LogRecord.Event record, int rules) {
        SchemaRow row = (SchemaRow) rows.get(EngineTables.SCHEMAS, schemaKey(id));
        if (row == null) {
            throw new PartitionMachine.LogBroken(
                    record.at(), "expected schema " + id + " to be in the log before its first use, but it is not");
        }
        if (row.getText().equals(VOIDED)) {
            return new Opened(
                    null,
                    new RefusedException(
                            IntakeReason.SCHEMA_UNKNOWN,
                            "expected a schema that is in force, but an operator has voided schema " + id));
        }
        Schema writer = parse(record.at(), row.getText());
        try {
            for (Input<?> input : domain.inputs()) {
                if (rules >= input.since() && input.schema().getFullName().equals(record.type())) {
                    return new Opened(EventReader.of(input, rules, writer), null);
                }
            }
            throw new RefusedException(
                    IntakeReason.TYPE_UNEXPECTED,
                    "expected an event of " + domain.name() + ", but it is a " + record.type());
        } catch (RefusedException e) {
            return new Opened(null, underRules(e, rules));
        }
    }

    /** Decodes an event; throws if the rules in force cannot read it. */
    SpecificRecord read(EventReader reader, LogRecord.Event record, int rules) throws RefusedException {
        try {
            return reader.read(record.value());
        } catch (RefusedException e) {
            throw underRules(e, rules);
        }
    }

    /**
     * Returns the refusal of an event that intake had accepted by newer rules. Its message must not depend on which
     * rules this build supports: every build emits the same one.
     */
    private RefusedException underRules(RefusedException refused, int rules) {
        return new RefusedException(
                refused.reason(),
                "by rules " + domain.name() + "/" + rules + ", which are in force: " + refused.sentence()
                        + ". Newer rules may accept it once they are announced (rota run --domains " + domain.name()
                        + " --rules N)");
    }

    private static Schema parse(Position at, String text) {
        try {
            return SchemaText.parse(text);
        } catch (BadSchema e) {
            throw new PartitionMachine.LogBroken(at, "expected a schema, but " + e.sentence());
        }
    }

    /** Returns the registry's id of an output's schema under the given rules. */
    int id(Output<?> output, int rules) {
        forRules(rules);
        return ids.computeIfAbsent(output, key -> {
            String fingerprint = Avro.fingerprintHex(output.schema(rules));
            SchemaIdRow row = (SchemaIdRow) rows.get(EngineTables.SCHEMA_IDS, idKey(fingerprint));
            if (row == null) {
                throw new PartitionMachine.LogBroken("expected the log to hold the id of the schema of "
                        + output.topic() + " under rules " + domain.name() + "/" + rules
                        + ", but it does not: was it written by intake?");
            }
            return row.getId();
        });
    }

    private static byte[] schemaKey(int id) {
        return EngineTables.key(EngineTables.SCHEMAS_NUMBER).number(id).end().bytes();
    }

    private static byte[] idKey(String fingerprint) {
        return EngineTables.key(EngineTables.SCHEMA_IDS_NUMBER)
                .text(fingerprint)
                .end()
                .bytes();
    }
}
