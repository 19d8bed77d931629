package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.JsonText;
import dev.rota.engine.text.Printable;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Written JSON parses back to what was written. */
class JsonTextTest {

    @Test
    void shouldWriteAnObject() throws NotPlainJson {
        String text = JsonText.object(json -> json.field("asOf", 1_000)
                .field("none", (String) null)
                .field("also none", (Long) null)
                .field("yes", true)
                .list(
                        "bots",
                        List.of("a", "b"),
                        (bot, its) -> its.field("id", bot).numbers("slots", List.of(1, 2)))
                .list("empty", List.of(), (nothing, its) -> its.field("never", 1))
                .object("inner", its -> its.texts("labels", List.of("x", "y")).object("nothing", none -> {}))
                .field("last", -1L));

        assertThat(text)
                .isEqualTo(
                        "{\"asOf\": 1000, \"none\": null, \"also none\": null, \"yes\": true, \"bots\": [{\"id\": \"a\","
                                + " \"slots\": [1, 2]}, {\"id\": \"b\", \"slots\": [1, 2]}], \"empty\": [], \"inner\": {\"labels\":"
                                + " [\"x\", \"y\"], \"nothing\": {}}, \"last\": -1}\n");
        assertThat(PlainJson.parse(text).path("inner").path("labels").get(1).asText())
                .isEqualTo("y");
    }

    @Property(tries = 1_000)
    void shouldWriteAnyText(@ForAll String name, @ForAll String value) throws NotPlainJson {
        String text = JsonText.object(json -> json.field(name, value));

        JsonNode parsed = PlainJson.parse(text);
        assertThat(parsed.path(name).asText()).isEqualTo(value);
        assertThat(text.strip().chars().anyMatch(Printable::isUnsafe)).isFalse();
    }
}
