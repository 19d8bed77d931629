package dev.rota.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.TableType;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.serde.Everything;
import dev.rota.serde.RandomRecords;
import dev.rota.trials.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Compares the codec with Avro's encoder and its reader that resolves schemas. */
class AvroCodecTest {

    /** All messages and rows of the schedulers. */
    private static final List<Schema> SCHEMAS = schemas();

    private static List<Schema> schemas() {
        List<Schema> all = new ArrayList<>();
        for (Domain domain : InstalledDomains.all()) {
            domain.inputs().forEach(input -> all.add(input.schema()));
            domain.outputs().forEach(output -> all.add(output.schema()));
            for (TableType<?> table : domain.tables()) {
                all.add(table.codec().schema());
            }
        }
        return all;
    }

    /** Returns the schemas with a record that has each type of Avro. */
    private static List<Schema> withEverything() {
        List<Schema> all = new ArrayList<>(SCHEMAS);
        all.add(Everything.getClassSchema());
        return all;
    }

    @Seeded(300)
    void shouldWriteAndReadAsAvroDoes(long seed) throws IOException {
        for (Schema schema : withEverything()) {
            SpecificRecord record = new RandomRecords(seed).of(schema);
            AvroCodec<SpecificRecord> codec = AvroCodec.of(schema);

            byte[] bytes = codec.encode(record);

            assertThat(bytes).as(schema.getFullName()).isEqualTo(written(record));
            assertThat(codec.decode(bytes)).isEqualTo(record).isEqualTo(resolved(schema, schema, bytes));
        }
    }

    /** Clients in other languages write without the properties that generated Java code has. */
    @Seeded(100)
    void shouldReadWhatIsWrittenWithTheSameSchemaInPlainForm(long seed) throws IOException {
        for (Schema schema : withEverything()) {
            SpecificRecord record = new RandomRecords(seed).of(schema);
            Schema plain = new Schema.Parser().parse(SchemaNormalization.toParsingForm(schema));
            byte[] bytes = AvroCodec.of(schema).encode(record);

            assertThat(AvroCodec.resolving(plain, schema).decode(bytes))
                    .isEqualTo(record)
                    .isEqualTo(resolved(plain, schema, bytes));
        }
    }

    /** Bytes of outputs and evidence files are untrusted: the codec must reject what Avro's reader rejects. */
    @Seeded(300)
    void shouldRefuseWhatAvroRefuses(long seed) {
        Random random = new Random(seed);
        for (Schema schema : SCHEMAS) {
            AvroCodec<SpecificRecord> codec = AvroCodec.of(schema);
            byte[] bytes = codec.encode(new RandomRecords(seed).of(schema));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }

            assertThat(outcome(() -> codec.decode(bytes, 0)))
                    .as(schema.getFullName())
                    .isEqualTo(outcome(() -> resolved(schema, schema, bytes)));
        }
    }

    @Test
    void shouldWriteNothingOfARecordThatFailed() {
        AvroCodec<SpecificRecord> codec = AvroCodec.of(Everything.getClassSchema());
        SpecificRecord whole = new RandomRecords(1).of(Everything.getClassSchema());
        byte[] bytes = codec.encode(whole);

        assertThatThrownBy(() -> codec.encode(new Everything())).isInstanceOf(RuntimeException.class);

        assertThat(codec.encode(whole)).isEqualTo(bytes);
        assertThat(codec.encode(7, whole))
                .hasSize(bytes.length + 1)
                .startsWith(7)
                .endsWith(bytes);
    }

    private static byte[] written(SpecificRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        new GenericDatumWriter<>(record.getSchema(), Avro.DATA).write(record, encoder);
        return bytes.toByteArray();
    }

    private static SpecificRecord resolved(Schema writer, Schema reader, byte[] bytes) throws IOException {
        var decoder = DecoderFactory.get().binaryDecoder(bytes, null);
        GenericDatumReader<SpecificRecord> datums = new SpecificDatumReader<>(writer, reader, Avro.reading(reader));
        SpecificRecord record = datums.read(null, decoder);
        if (!decoder.isEnd()) {
            throw new IOException("bytes are left over");
        }
        return record;
    }

    private interface Read {
        SpecificRecord read() throws IOException;
    }

    /** Returns the bytes of the record in hex, since a record with a NaN equals no other, or null if it is rejected. */
    private static @Nullable String outcome(Read read) {
        try {
            SpecificRecord record = read.read();
            return HexFormat.of().formatHex(AvroCodec.of(record.getSchema()).encode(record));
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }
}
