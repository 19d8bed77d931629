package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Seeded;
import dev.rota.engine.text.JsonText;
import dev.rota.engine.text.Printable;
import java.util.List;
import java.util.Random;
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

    @Seeded(1_000)
    void shouldWriteAnyText(long seed) throws NotPlainJson {
        Random random = new Random(seed);
        String name = anyText(random);
        String value = anyText(random);

        String text = JsonText.object(json -> json.field(name, value));

        JsonNode parsed = PlainJson.parse(text);
        assertThat(parsed.path(name).asText()).isEqualTo(value);
        assertThat(text.strip().chars().anyMatch(Printable::isUnsafe)).isFalse();
    }

    /** Letters, controls, quotes, characters beyond 16 bits, and halves of them. */
    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            int bits = random.nextInt(17);
            text.append((char) random.nextInt(1 << bits));
        }
        return text.append(random.nextBoolean() ? "\uD83D\uDE00" : "\"\\").toString();
    }
}
