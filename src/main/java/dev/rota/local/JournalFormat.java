package dev.rota.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.local.Subjects.Entry;
import dev.rota.local.Subjects.Level;
import dev.rota.local.Subjects.State;
import dev.rota.local.Subjects.Version;

/** The format of journal entries: JSON as key and value. Compaction replaces entries with the same key. */
final class JournalFormat {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JournalFormat() {}

    static String key(Entry entry) {
        ObjectNode key = JSON.createObjectNode();
        if (entry instanceof Level level) {
            key.put("level", level.subject());
        } else if (entry instanceof Version version) {
            key.put("subject", version.subject()).put("version", version.version());
        }
        return key.toString();
    }

    static String value(Entry entry) {
        ObjectNode value = JSON.createObjectNode();
        if (entry instanceof Level level) {
            value.put("level", level.level());
        } else if (entry instanceof Version version) {
            value.put("id", version.id())
                    .put("schema", version.schema())
                    .put("state", version.state().name());
        }
        return value.toString();
    }

    static Entry parse(String key, String value) {
        try {
            JsonNode of = JSON.readTree(key);
            JsonNode is = JSON.readTree(value);
            if (of.has("level")) {
                return new Level(of.path("level").asText(), is.path("level").asText());
            }
            return new Version(
                    of.path("subject").asText(),
                    of.path("version").asInt(),
                    is.path("id").asInt(),
                    is.path("schema").asText(),
                    State.valueOf(is.path("state").asText()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new NotStarted("expected an entry of the registry's journal, but it is " + key + " = " + value, e);
        }
    }
}
