package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.cores.Claim;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import dev.rota.stream.intake.InputReader.SchemaNeeded;
import dev.rota.stream.intake.ReadResult.Append;
import dev.rota.trials.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class InputReaderTest {

    private static final int EVENT = 1;
    private static final int CLAIM = 2;
    private static final TopicPartition FACTS = new TopicPartition("p.chores.events", 3);
    private static final AvroCodec<ChoreEvent> EVENTS = AvroCodec.of(ChoreEvent.class);

    private static final Reading.Rules NEWEST = new Reading.Rules(new ChoresDomain().rules());

    private final InputReader reader = reader();
    private long offset;

    private static InputReader reader() {
        InputReader reader = new InputReader(new Names(new ChoresDomain(), "p."), 4);
        reader.learn(EVENT, ChoreEvent.getClassSchema());
        reader.learn(CLAIM, Claim.getClassSchema());
        return reader;
    }

    @Test
    void shouldKeepTheProducersBytes() throws Exception {
        // given
        byte[] value = framed(EVENT, EVENTS.encode(Chores.added("home", "dishes")));

        // when
        Append reading = read(value);

        // then
        assertThat(reading.record().value()).isSameAs(value);
        assertThat(new String(reading.record().key(), UTF_8)).isEqualTo("home");
        assertThat(reading.record().headers())
                .containsEntry(LogFormat.KIND, "event")
                .containsEntry(LogFormat.SOURCE, "p.chores.events/3/0")
                .containsEntry(LogFormat.SOURCE_ID, "topic-id")
                .containsEntry(LogFormat.TYPE, "dev.rota.chores.ChoreEvent");
    }

    @Test
    void shouldRefuseEachWithItsReasonAndGoOn() throws Exception {
        byte[] good = framed(EVENT, EVENTS.encode(Chores.added("home", "dishes")));
        reader.unknown(FACTS, 77, "expected a schema 77 in the registry, but it knows none");

        assertRefused(null, "NULL_VALUE");
        assertRefused(new byte[0], "NOT_FRAMED");
        assertRefused(new byte[] {0, 0, 0, 1}, "NOT_FRAMED");
        assertRefused("{\"household\":\"home\"}".getBytes(UTF_8), "NOT_FRAMED");
        assertRefused(framed(77, new byte[] {1}), "SCHEMA_UNKNOWN");
        assertRefused(framed(EVENT, new byte[0]), "UNDECODABLE");
        assertRefused(Arrays.copyOf(good, good.length - 1), "UNDECODABLE");
        assertRefused(Arrays.copyOf(good, good.length + 1), "UNDECODABLE");
        assertRefused(new byte[2_000_000], "RECORD_TOO_LARGE");
        assertRefused(
                framed(CLAIM, AvroCodec.of(Claim.class).encode(new Claim("chain", 1, "collator", null))),
                "TYPE_UNEXPECTED");
        assertRefused(framed(EVENT, EVENTS.encode(Chores.added("", "dishes"))), "UNIT_INVALID");
        assertRefused(framed(EVENT, EVENTS.encode(Chores.added("x".repeat(257), "dishes"))), "UNIT_INVALID");

        assertThat(read(good).record().headers()).containsEntry(LogFormat.KIND, "event");
    }

    @Test
    void shouldRefuseLengthsThatNoRecordHas() throws Exception {
        // given schemas with an array, and with a list of lists, which the reader would have to skip
        Schema array = with(SchemaBuilder.array().items().longType());
        Schema list = with(
                new Schema.Parser()
                        .parse(
                                "{\"type\":\"record\",\"name\":\"Node\",\"fields\":[{\"name\":\"next\",\"type\":[\"null\",\"Node\"]}]}"));
        reader.learn(10, array);
        reader.learn(11, list);
        reader.learn(12, with(SchemaBuilder.array().items().nullType()));

        // when the array claims two billion items, and the lists are nested as deeply as the record is long
        byte[] bomb = new byte[60];
        Arrays.fill(bomb, (byte) 0xFF);
        bomb[4] = 0x0E;
        byte[] deep = new byte[800_000];
        Arrays.fill(deep, (byte) 2);

        // then
        assertRefused(framed(10, new byte[] {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F}), "UNDECODABLE");
        assertRefused(framed(10, bomb), "UNDECODABLE");
        assertRefused(framed(11, deep), "UNDECODABLE");
        assertRefused(framed(12, new byte[] {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F}), "UNDECODABLE");
        assertRefused(
                framed(EVENT, new byte[] {(byte) 0xFE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F}), "UNDECODABLE");
    }

    @Test
    void shouldRefuseASchemaThatTheLogCouldNotHold() throws Exception {
        // given
        Schema wordy = Schema.createRecord("ChoreEvent", "word ".repeat(200_000), "dev.rota.chores", false);
        wordy.setFields(ChoreEvent.getClassSchema().getFields().stream()
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
        reader.learn(20, wordy);

        // then
        assertRefused(framed(20, EVENTS.encode(Chores.added("home", "dishes"))), "RECORD_TOO_LARGE");
    }

    @Test
    void shouldAskForASchemaAndForgetThatItWasUnknown() throws Exception {
        // given
        byte[] value = framed(5, EVENTS.encode(Chores.added("home", "dishes")));
        assertThatThrownBy(() -> read(value))
                .isInstanceOfSatisfying(
                        SchemaNeeded.class, needed -> assertThat(needed.id()).isEqualTo(5));
        reader.unknown(FACTS, 5, "expected a schema 5 in the registry, but it knows none");
        assertRefused(value, "SCHEMA_UNKNOWN");

        // when
        reader.forgetUnknown();
        assertThatThrownBy(() -> read(value)).isInstanceOf(SchemaNeeded.class);
        reader.learn(5, ChoreEvent.getClassSchema());

        // then
        assertThat(read(value).record().headers()).containsEntry(LogFormat.KIND, "event");
    }

    @Seeded(3_000)
    void shouldAcceptOrRefuseAnyBytes(long seed) throws Exception {
        Random random = new Random(seed);
        byte[] value = framed(EVENT, EVENTS.encode(Chores.added("home-" + seed, "dishes", seed)));
        for (int changes = random.nextInt(8); changes >= 0; changes--) {
            value[random.nextInt(value.length)] = (byte) random.nextInt();
        }
        value = Arrays.copyOf(value, random.nextInt(2 * value.length));
        try {
            Append reading = reader().read(new Source("p.chores.events", 0, 1, "topic-id"), value, NEWEST);
            assertThat(reading.record().headers().get(LogFormat.KIND)).isIn("event", "refused");
        } catch (SchemaNeeded e) {
            assertThat(e.id()).isNotIn(EVENT, CLAIM);
        }
    }

    private void assertRefused(@Nullable byte[] value, String reason) throws SchemaNeeded {
        long at = offset;
        Append reading = read(value);
        assertThat(reading.schema()).isNull();
        assertThat(reading.record().key()).isEmpty();
        assertThat(reading.record().headers())
                .containsEntry(LogFormat.KIND, "refused")
                .containsEntry(LogFormat.REASON, reason)
                .containsEntry(LogFormat.SOURCE, "p.chores.events/3/" + at);
        assertThat(reading.record().headers().get(LogFormat.MESSAGE))
                .startsWith("expected ")
                .contains(", but ")
                .hasSizeLessThanOrEqualTo(1_000);
        byte[] kept = reading.record().value();
        assertThat(kept == null ? 0 : kept.length).isEqualTo(value == null ? 0 : Math.min(value.length, 4_096));
    }

    private Append read(@Nullable byte[] value) throws SchemaNeeded {
        return reader.read(new Source("p.chores.events", 3, offset++, "topic-id"), value, NEWEST);
    }

    private static byte[] framed(int id, byte[] avro) {
        return Framing.frame(id, avro);
    }

    /** Returns the event's schema with a field in front that only the writer's schema has. */
    private static Schema with(Schema extra) {
        Schema schema = Schema.createRecord("ChoreEvent", null, "dev.rota.chores", false);
        Schema event = ChoreEvent.getClassSchema();
        schema.setFields(List.of(
                new Schema.Field("extra", extra),
                new Schema.Field(
                        event.getField("household"), event.getField("household").schema()),
                new Schema.Field(
                        event.getField("event"), event.getField("event").schema())));
        return schema;
    }
}
