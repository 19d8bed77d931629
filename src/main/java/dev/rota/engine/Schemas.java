package dev.rota.engine;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** The writer schemas recorded in a log partition. Decoding needs nothing else. */
final class Schemas {

    /** The text that marks a voided schema; no valid schema has it. */
    private static final String VOIDED = "";

    private final Domain domain;
    private final Rows rows;
    /** Readers by registry id and type; cleared when an id is redefined. */
    private final Map<String, EventReader> readers = new HashMap<>();

    private final Map<Output<?>, Integer> ids = new HashMap<>();

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

    /** Forgets a schema, so that its events are refused until the log records its id again. */
    void voided(int id) {
        rows.put(EngineTables.SCHEMAS, schemaKey(id), new SchemaRow("", VOIDED));
        readers.clear();
    }

    /** The reader for an event's schema; null if the schema was voided. */
    @Nullable
    EventReader reader(LogRecord.Event record) {
        int id = Framing.schemaId(record.value());
        return readers.computeIfAbsent(id + " " + record.type(), key -> open(id, record));
    }

    private @Nullable EventReader open(int id, LogRecord.Event record) {
        SchemaRow row = (SchemaRow) rows.get(EngineTables.SCHEMAS, schemaKey(id));
        if (row == null) {
            throw new PartitionMachine.LogBroken(
                    record.at(), "expected schema " + id + " to be in the log before its first use, but it is not");
        }
        if (row.getText().equals(VOIDED)) {
            return null;
        }
        for (Input<?> input : domain.inputs()) {
            if (input.schema().getFullName().equals(record.type())) {
                try {
                    return EventReader.of(input, parse(record.at(), row.getText()));
                } catch (RefusedException e) {
                    throw new PartitionMachine.LogBroken(record.at(), e.sentence());
                }
            }
        }
        throw new PartitionMachine.LogBroken(
                record.at(), "expected an event of " + domain.name() + ", but it is a " + record.type());
    }

    private static Schema parse(Position at, String text) {
        try {
            return SchemaText.parse(text);
        } catch (BadSchema e) {
            throw new PartitionMachine.LogBroken(at, "expected a schema, but " + e.sentence());
        }
    }

    int id(Output<?> output) {
        return ids.computeIfAbsent(output, key -> {
            String fingerprint = Avro.fingerprintHex(output.schema());
            SchemaIdRow row = (SchemaIdRow) rows.get(EngineTables.SCHEMA_IDS, idKey(fingerprint));
            if (row == null) {
                throw new PartitionMachine.LogBroken("expected the log to hold the id of the schema of "
                        + output.topic() + ", but it does not: was it written by intake?");
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
