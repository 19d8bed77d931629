package dev.rota.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class OlderSchemasTest {

    private static final Schema NEWEST = new Schema.Parser().parse(record("three"));

    private static String record(String field) {
        return "{\"type\": \"record\", \"name\": \"Note\", \"namespace\": \"dev.rota.notes\", \"fields\": [{\"name\": \""
                + field + "\", \"type\": \"int\", \"default\": 0}]}";
    }

    @Test
    void shouldHoldUpToItsLastRules() {
        OlderSchemas older = OlderSchemas.none().with(1, NEWEST, record("one")).with(3, NEWEST, record("two"));

        assertThat(field(older, 1)).isEqualTo("one");
        assertThat(field(older, 2)).isEqualTo("two");
        assertThat(field(older, 3)).isEqualTo("two");
        assertThat(older.under(4)).isNull();
        assertThat(OlderSchemas.none().under(1)).isNull();
    }

    @Test
    void shouldExpectTheOrderOfTheRules() {
        OlderSchemas older = OlderSchemas.none().with(3, NEWEST, record("two"));

        assertThatThrownBy(() -> older.with(3, NEWEST, record("one")))
                .hasMessage("expected older schemas of dev.rota.notes.Note in the order of the rules,"
                        + " but rules 3 follow 3");
    }

    @Test
    void shouldExpectASchemaOfTheSameName() {
        assertThatThrownBy(
                        () -> OlderSchemas.none().with(1, NEWEST, record("one").replace("Note", "Card")))
                .hasMessageContaining("dev.rota.notes.Note", "dev.rota.notes.Card");
    }

    private static String field(OlderSchemas older, int rules) {
        return Objects.requireNonNull(older.under(rules))
                .schema()
                .getFields()
                .get(0)
                .name();
    }
}
