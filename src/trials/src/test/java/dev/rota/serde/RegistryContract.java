package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.engine.schema.Framing;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that hold with any registry, for Rota's client and for Confluent's genuine classes. */
abstract class RegistryContract {

    private static final BlockEvent EVENT = new BlockEvent("polka", 7L, new BlockStarted(List.of(1), null), null);

    abstract String url();

    /** Makes the registry reject versions of a subject that cannot read records of the latest one. */
    abstract void requireReadable(String subject) throws Exception;

    private Map<String, String> properties(String provider, boolean autoRegister) {
        return Map.of(
                "schema.registry.url", url(),
                "serde.provider", provider,
                "serde.auto.register", String.valueOf(autoRegister));
    }

    private RegistryClient client() {
        return RegistryClient.of(properties("rota", true));
    }

    @Test
    void shouldFindASchemaByItsId() throws Exception {
        // when
        int id = client().register("known-value", Everything.getClassSchema());

        // then
        assertThat(client().register("known-too-value", Everything.getClassSchema()))
                .isEqualTo(id);
        assertThat(client().lookUp("known-value", Everything.getClassSchema())).isEqualTo(id);
        assertThat(client().byId(id).toString())
                .isEqualTo(PortableSchema.of(Everything.getClassSchema()).toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4711, Integer.MAX_VALUE})
    void shouldNotKnowAnIdThatItNeverGave(int id) {
        assertThatThrownBy(() -> client().byId(id)).isInstanceOf(SchemaUnknown.class);
    }

    @Test
    void shouldNotFindUnregisteredSchemas() throws Exception {
        assertThatThrownBy(() -> client().lookUp("nobody-value", BlockEvent.getClassSchema()))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("nobody-value, but it is not");

        client().register("somebody-value", Everything.getClassSchema());
        assertThatThrownBy(() -> client().lookUp("somebody-value", BlockEvent.getClassSchema()))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("somebody-value, but it is not");
    }

    @Test
    void shouldGiveAnEvolvedSchemaItsOwnId() throws Exception {
        // given
        Schema newer = SchemaBuilder.record("Opened")
                .namespace("dev.rota.serde")
                .fields()
                .name("by")
                .type()
                .stringType()
                .stringDefault("nobody")
                .optionalInt("door")
                .endRecord();

        // when
        int first = client().register("evolved-value", Opened.getClassSchema());
        int second = client().register("evolved-value", newer);

        // then
        assertThat(second).isNotEqualTo(first);
        assertThat(client().byId(second)).isEqualTo(newer);
        byte[] written = Framing.frame(second, new byte[] {4, 'm', 'e', 2, 6});
        for (String provider : List.of("rota", "confluent")) {
            try (Wire wire = Wire.of(properties(provider, false))) {
                assertThat(wire.read("evolved", written)).isEqualTo(new Opened("me"));
            }
        }
    }

    @Test
    void shouldRefuseIncompatibleSchemasIfALevelIsSet() throws Exception {
        // given
        client().register("strict-value", Opened.getClassSchema());
        requireReadable("strict-value");
        Schema other = SchemaBuilder.record("Opened")
                .namespace("dev.rota.serde")
                .fields()
                .requiredInt("door")
                .endRecord();

        // then
        assertThatThrownBy(() -> client().register("strict-value", other))
                .isInstanceOf(RegistryRefused.class)
                .hasMessageContaining("refuses with status 409");
    }

    @Test
    void shouldWriteTheSameBytesAsConfluent() throws Exception {
        try (Wire ours = Wire.of(properties("rota", true));
                Wire theirs = Wire.of(properties("confluent", true))) {
            for (SpecificRecord record : List.of(EVENT, new RandomRecords(1).of(Everything.getClassSchema()))) {
                // when
                byte[] bytes = ours.write("same-" + record.getSchema().getName(), record);

                // then
                assertThat(theirs.write("same-" + record.getSchema().getName(), record))
                        .isEqualTo(bytes);
                assertThat(theirs.read("same", bytes)).isEqualTo(record);
                assertThat(ours.read("same", bytes)).isEqualTo(record);
            }
        }
    }

    @Test
    void shouldRegisterTheSameSchemaAsConfluent() throws Exception {
        try (Wire theirs = Wire.of(properties("confluent", true));
                Wire ours = Wire.of(properties("rota", false))) {
            // when
            byte[] bytes = theirs.write("theirs", EVENT);

            // then
            assertThat(ours.write("theirs", EVENT)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rota", "confluent"})
    void shouldNotRegisterIfAutoRegistrationIsOff(String provider) throws Exception {
        try (Wire wire = Wire.of(properties(provider, false))) {
            assertThatThrownBy(() -> wire.write("unregistered-" + provider, EVENT))
                    .isInstanceOf(RegistryRefused.class)
                    .hasMessageStartingWith("expected ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rota", "confluent"})
    void shouldReportMalformedBytesInOneSentence(String provider) throws Exception {
        try (Wire wire = Wire.of(properties(provider, true))) {
            byte[] written = wire.write("broken", EVENT);
            for (byte[] bytes : List.of(
                    new byte[] {1, 2, 3, 4, 5, 6},
                    Framing.frame(4711, new byte[1]),
                    java.util.Arrays.copyOf(written, 8))) {
                assertThatThrownBy(() -> wire.read("broken", bytes))
                        .isInstanceOf(UnreadableValue.class)
                        .hasMessageStartingWith("expected ");
            }
        }
    }
}
