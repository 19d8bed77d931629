package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.trials.Seeded;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireTest {

    private static final BlockEvent EVENT = new BlockEvent("polka", 7L, new BlockStarted(List.of(1), null), null);

    private final MemoryRegistry registry = new MemoryRegistry();
    private final Wire wire = Wire.of(registry, true);

    @Seeded(200)
    void shouldReadWhatItWrote(long seed) throws Exception {
        SpecificRecord record = new RandomRecords(seed).of(Everything.getClassSchema());
        assertThat(wire.read("everything", wire.write("everything", record))).isEqualTo(record);
    }

    @Test
    void shouldForgetTheOldestOfManySchemas() throws Exception {
        byte[] first = wire.write("cores.blocks", EVENT);
        wire.read("cores.blocks", first);
        for (int id = 2; id <= RegistryClient.CACHED_MAX + 1; id++) {
            registry.schemas.add(BlockEvent.getClassSchema());
            byte[] other = first.clone();
            ByteBuffer.wrap(other).putInt(1, id);
            wire.read("cores.blocks", other);
        }

        registry.schemas.clear();

        assertThatThrownBy(() -> wire.read("cores.blocks", first)).isInstanceOf(UnreadableValue.class);
    }

    @Test
    void shouldFrameAsConfluentDoes() throws InterruptedException {
        // when
        byte[] value = wire.write("cores.blocks", EVENT);

        // then
        assertThat(registry.subjects).containsExactly("cores.blocks-value");
        assertThat(value)
                .startsWith(0, 0, 0, 0, 1)
                .endsWith(AvroCodec.of(BlockEvent.class).encode(EVENT));
    }

    @Test
    void shouldNotMixAFailedRecordIntoTheNext() throws InterruptedException {
        // given
        byte[] before = wire.write("cores.blocks", EVENT);
        BlockEvent broken = new BlockEvent("polka", 7L, new BlockStarted(Arrays.asList(1, null), null), null);

        // when
        assertThatThrownBy(() -> wire.write("cores.blocks", broken)).isInstanceOf(RuntimeException.class);

        // then
        assertThat(wire.write("cores.blocks", EVENT)).isEqualTo(before);
    }

    @Test
    void shouldNotRegisterIfAutoRegistrationIsOff() {
        assertThatThrownBy(() -> Wire.of(registry, false).write("cores.blocks", EVENT))
                .isInstanceOf(RegistryRefused.class);
        assertThat(registry.schemas).isEmpty();
    }

    @Test
    void shouldReadAnOlderAndANewerSchemaAsOurs() throws Exception {
        // given
        Schema foreign = SchemaBuilder.record("Opened")
                .namespace("dev.rota.serde")
                .fields()
                .requiredInt("door")
                .endRecord();
        GenericRecord value = new GenericRecordBuilder(foreign).set("door", 3).build();
        int id = registry.register("doors-value", foreign);

        // when
        SpecificRecord read = wire.read("doors", framed(id, foreign, value));

        // then
        assertThat(read).isEqualTo(new Opened("nobody"));
    }

    @Seeded(500)
    void shouldReportAnyMalformedBytesInOneSentence(long seed) throws Exception {
        // given
        Random random = new Random(seed);
        byte[] value = wire.write("everything", new RandomRecords(seed).of(Everything.getClassSchema()));
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
            value[Framing.BYTES + random.nextInt(value.length - Framing.BYTES)] = (byte) random.nextInt();
        }
        value = java.util.Arrays.copyOf(value, value.length - random.nextInt(3));

        // when
        try {
            assertThat(wire.read("everything", value)).isInstanceOf(Everything.class);
        } catch (UnreadableValue e) {
            // then
            assertThat(e.sentence()).startsWith("expected ").contains(", but ");
        }
    }

    @Test
    void shouldSayThatARecordIsNotOneOfRotas() {
        // given
        int text = registry.register("text-value", Schema.create(Schema.Type.STRING));
        int file = registry.register(
                "file-value",
                SchemaBuilder.record("java.io.File")
                        .fields()
                        .requiredString("path")
                        .endRecord());
        int nobody = registry.register(
                "x-value",
                SchemaBuilder.record("a.Nobody").fields().requiredString("x").endRecord());

        // then
        refused(
                new byte[] {1, 0, 0, 0, 1, 0},
                "expected a magic byte 0 and the number of a schema, but the value is 6");
        refused(new byte[] {0, 0, 0}, "expected a magic byte 0 and the number of a schema, but the value is 3 other");
        refused(Framing.frame(9, new byte[1]), "unknown 9");
        refused(Framing.frame(text, new byte[1]), "expected a record of Rota, but it is a string");
        refused(Framing.frame(file, new byte[1]), "expected a record of Rota, but it is a java.io.File");
        refused(Framing.frame(nobody, new byte[1]), "expected a record of Rota, but it is a a.Nobody");
    }

    private void refused(byte[] value, String sentence) {
        assertThatThrownBy(() -> wire.read("t", value))
                .isInstanceOf(UnreadableValue.class)
                .hasMessageStartingWith(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serde.provider | avro | expected serde.provider to be rota or confluent, but it is avro",
                "serde.auto.register | yes | expected serde.auto.register to be true or false, but it is yes",
                "serde.provider | rota | expected schema.registry.url to be set, but it is not",
                "serde.provider | confluent | expected schema.registry.url to be set, but it is not",
            })
    void shouldSayWhatIsWrongWithItsConfiguration(String name, String value, String sentence) {
        assertThatThrownBy(() -> Wire.of(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    private static byte[] framed(int id, Schema schema, GenericRecord value) throws java.io.IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(value, encoder);
        encoder.flush();
        return Framing.frame(id, bytes.toByteArray());
    }
}
