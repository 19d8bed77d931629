package dev.rota.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cli.options.Domains;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Holds facts of a unit that a test adds. */
final class FakeFacts implements UnitFacts {

    static final long NOW = 1_800_000_000_000L;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String domain;
    private final String state;
    private final List<Decided> newestFirst = new ArrayList<>();
    private final Map<String, String> parameters = new TreeMap<>();
    private @Nullable Answer explained;

    /** @param state the content of {@code state.json}; empty if no instance answers */
    FakeFacts(String domain, String state) {
        this.domain = domain;
        this.state = state;
    }

    FakeFacts with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    FakeFacts explained(Answer answer) {
        explained = answer;
        return this;
    }

    /** Adds an output. All of its texts are ids that it mentions. */
    FakeFacts add(String topic, String kind, long time, long cause, String value) {
        JsonNode json = json(value);
        List<Mention> mentions = new ArrayList<>();
        json.properties().forEach(field -> {
            if (field.getValue().isValueNode()) {
                mentions.add(new Mention(field.getKey(), field.getValue().asText()));
            }
        });
        json.path("transactions")
                .forEach(each -> mentions.add(new Mention("id", each.path("id").asText())));
        long seq = newestFirst.size() + 1L;
        newestFirst.add(
                0,
                new Decided(
                        new Entry(
                                domain,
                                topic,
                                topic,
                                0,
                                seq,
                                time,
                                unit(),
                                seq,
                                new Entry.Cause(0, cause),
                                domain + "/1",
                                "",
                                "",
                                kind,
                                "",
                                mentions),
                        record(topic, json)));
        return this;
    }

    /** Returns the record of a topic. A field that the JSON lacks is empty. */
    private static SpecificRecord record(String topic, JsonNode json) {
        Schema schema = Domains.schema(topic);
        ObjectNode whole = ((ObjectNode) json).deepCopy();
        for (Schema.Field field : schema.getFields()) {
            if (!whole.has(field.name()) && !field.hasDefaultValue()) {
                switch (field.schema().getType()) {
                    case STRING, BYTES -> whole.put(field.name(), "");
                    case ENUM ->
                        whole.put(field.name(), field.schema().getEnumSymbols().get(0));
                    case ARRAY -> whole.putArray(field.name());
                    default -> whole.put(field.name(), 0);
                }
            }
        }
        try {
            return PlainJson.read(schema, whole);
        } catch (NotPlainJson e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String domain() {
        return domain;
    }

    @Override
    public String unit() {
        return "unit";
    }

    @Override
    public long now() {
        return NOW;
    }

    @Override
    public String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    @Override
    public <T> Live<T> live(String page, Class<T> type) {
        return read(state, type);
    }

    /** Returns a page from its JSON, or one without an answer if the JSON is empty. */
    static <T> Live<T> read(String json, Class<T> type) {
        try {
            return json.isEmpty()
                    ? new Live<>(PlainJson.nothing(type), "nobody answers")
                    : new Live<>(PlainJson.page(type, json), "");
        } catch (NotPlainJson e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public @Nullable Answer explain(Subject subject) {
        return explained;
    }

    @Override
    public String pageUrl(String page) {
        return Url.page(domain(), unit(), page);
    }

    @Override
    public @Nullable Answered replied(Inquiry.Asked asked) {
        return null;
    }

    @Override
    public List<Decided> newest(EntryFilter wanted, int most) {
        return newestFirst.stream()
                .filter(decided -> wanted.test(decided.entry()))
                .limit(most)
                .toList();
    }
}
