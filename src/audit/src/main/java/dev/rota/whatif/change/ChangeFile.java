package dev.rota.whatif.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Times;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.Simulation;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads changes from lines of JSON. Each has one of these forms; {@code from} and {@code to} are optional times:
 *
 * <pre>
 * {"policy": {"assigner": "COHORT"}, "from": T}             fields of the policy, from a time on
 * {"quota": {"instance": "release", "min": 3, "max": 9}}    a quota, in place of the recorded ones
 * {"more": 2, "like": "linux-1"}                            parties that act as a recorded one
 * {"fewer": 2, "like": "linux-1"}                           parties of its kind leave
 * {"leaves": "linux-1"}                                     a party leaves
 * {"load": 2, "from": T, "to": T}                           each request twice
 * {"topic": "jobs.submissions", "time": T, "value": {}}     one more event
 * {"leaveOut": "jobs.submissions", "key": "nightly-7"}      events are left out
 * {"replace": "jobs.submissions", "key": "nightly-7", "value": {}}
 * </pre>
 */
public final class ChangeFile {

    private static final Pattern AFTER_BEGINNING = Pattern.compile("\\+(\\d{1,10})(ms|s|m|h|d)");
    private static final Map<String, Long> UNIT_MS = new LinkedHashMap<>();
    private static final long PARTIES_MAX = 1_000;
    private static final long PARTIES_OF_ALL_MAX = 10_000;
    private static final long LOAD_MAX = 100;

    /** Each is asked about every event. */
    private static final int EDITS_MAX = 1_000;

    static {
        UNIT_MS.put("ms", 1L);
        UNIT_MS.put("s", 1_000L);
        UNIT_MS.put("m", 60_000L);
        UNIT_MS.put("h", 3_600_000L);
        UNIT_MS.put("d", 86_400_000L);
    }

    private static final String FROM = "from";
    private static final String TO = "to";

    private final Domain domain;
    private final Vocabulary vocabulary;
    private final String unit;
    private final long beginning;

    /** The numbers of parties and of copies that the changes so far add. */
    private int parties;

    private int copies = 1;

    /** Reads changes that are made at the end of the record, if they name no time. */
    public static ChangeFile atEnd(Domain domain, Vocabulary vocabulary, String unit) {
        return new ChangeFile(domain, vocabulary, unit, Edit.END);
    }

    /** @param beginning the time from which the changes are made that name none, and to which {@code +10m} is added */
    public ChangeFile(Domain domain, Vocabulary vocabulary, String unit, long beginning) {
        this.domain = domain;
        this.vocabulary = vocabulary;
        this.unit = unit;
        this.beginning = beginning;
    }

    /** Reads changes, a line each. */
    public Change read(List<String> lines) throws BadChange {
        List<Edit> edits = new ArrayList<>();
        List<Happening> added = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                try {
                    JsonNode node = PlainJson.parse(lines.get(i));
                    Edit edit = edit(node);
                    if (edit == null) {
                        added.add(added(node));
                    } else {
                        together(added, edits);
                        edits.add(edit);
                    }
                    if (edits.size() > EDITS_MAX) {
                        throw new BadChange("expected at most " + EDITS_MAX + " changes besides added events");
                    }
                } catch (NotPlainJson e) {
                    throw new BadChange("line " + (i + 1) + ": " + e.sentence());
                } catch (BadChange e) {
                    throw new BadChange("line " + (i + 1) + ": " + e.getMessage());
                }
            }
        }
        together(added, edits);
        return new Change(edits);
    }

    /** Makes one edit of events that are added one after the other. */
    private static void together(List<Happening> added, List<Edit> edits) {
        if (!added.isEmpty()) {
            edits.add(new AddedEvents(added));
            added.clear();
        }
    }

    /** Returns the edit of a line, or null if it adds an event. */
    private @Nullable Edit edit(JsonNode node) throws BadChange, NotPlainJson {
        if (!node.isObject()) {
            throw new BadChange("expected an object, but it is something else");
        }
        if (node.has("policy")) {
            only(node, "policy", FROM);
            return new PolicyEdit(from(node), vocabulary, unit, policy(node.get("policy")));
        } else if (node.has("quota")) {
            only(node, "quota", FROM);
            return new QuotaEdit(from(node), vocabulary, quota(node.get("quota")));
        } else if (node.has("more")) {
            only(node, "more", "like", FROM);
            int more = count(node, "more", PARTIES_MAX);
            parties += more;
            if (parties > PARTIES_OF_ALL_MAX) {
                throw new BadChange("expected at most " + PARTIES_OF_ALL_MAX
                        + " more parties over all lines, but there are " + parties);
            }
            return new MoreParties(from(node), vocabulary, text(node, "like"), more, parties - more);
        } else if (node.has("fewer")) {
            only(node, "fewer", "like", FROM);
            return FewerParties.like(from(node), vocabulary, text(node, "like"), count(node, "fewer", PARTIES_MAX));
        } else if (node.has("leaves")) {
            only(node, "leaves", FROM);
            return FewerParties.named(from(node), vocabulary, text(node, "leaves"));
        } else if (node.has("load")) {
            only(node, "load", FROM, TO);
            int more = count(node, "load", LOAD_MAX) - 1;
            copies += more;
            return new LoadEdit(from(node), to(node), vocabulary, more, copies - more);
        } else if (node.has("leaveOut")) {
            only(node, "leaveOut", "key", FROM, TO);
            return replaced(node, input(text(node, "leaveOut")), null);
        } else if (node.has("replace")) {
            only(node, "replace", "key", FROM, TO, "value");
            Input<?> input = input(text(node, "replace"));
            return replaced(node, input, value(input, node));
        }
        return null;
    }

    /** Returns an event that is added: if it is given as the value alone, the first input that it fits has it. */
    private Happening added(JsonNode node) throws BadChange, NotPlainJson {
        if (node.has("topic")) {
            only(node, "topic", "time", "key", "value");
            Input<?> input = input(text(node, "topic"));
            return new Happening(time(node, "time", beginning), input.topic(), value(input, node), false);
        }
        for (Input<?> input : domain.inputs()) {
            try {
                SpecificRecord value = PlainJson.read(input.schema(), node);
                return new Happening(beginning, input.topic(), ofUnit(input, value), false);
            } catch (NotPlainJson e) {
                // it may be a value of another input
            }
        }
        throw new BadChange(
                "expected policy, quota, more, fewer, leaves, load, topic, leaveOut or replace, or the value"
                        + " of an event, but it is " + shown(node));
    }

    private Edit replaced(JsonNode node, Input<?> input, @Nullable SpecificRecord value) throws BadChange {
        String key = node.has("key") ? text(node, "key") : null;
        return new ReplacedEvents(from(node), to(node), vocabulary, input.topic(), key, value);
    }

    /** Returns an operator that sets the given fields of a record, and leaves the others. */
    private UnaryOperator<SpecificRecord> fields(JsonNode given) throws BadChange {
        if (!given.isObject() || given.isEmpty()) {
            throw new BadChange("expected an object with fields to set, but it is " + shown(given));
        }
        return record -> {
            try {
                ObjectNode all = (ObjectNode) PlainJson.parse(PlainJson.write(record));
                given.properties().forEach(field -> all.set(field.getKey(), field.getValue()));
                return PlainJson.read(record.getSchema(), all);
            } catch (NotPlainJson e) {
                throw new BadFields(e.sentence());
            }
        };
    }

    /** Thrown for fields that a record does not have; passes through a functional interface. */
    private static final class BadFields extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BadFields(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private UnaryOperator<SpecificRecord> policy(JsonNode given) throws BadChange {
        UnaryOperator<SpecificRecord> change = fields(given);
        try {
            vocabulary.policy(unit, null, change);
        } catch (BadFields e) {
            throw new BadChange("policy: " + e.getMessage());
        }
        return change;
    }

    private Happening quota(JsonNode given) throws BadChange {
        try {
            Happening quota = vocabulary.quota(unit, fields(given));
            if (quota == null) {
                throw new BadChange("expected a change that " + domain.name() + " knows, but it has no quotas");
            }
            return quota;
        } catch (BadFields e) {
            throw new BadChange(String.valueOf(e.getMessage()));
        }
    }

    private Input<?> input(String topic) throws BadChange {
        for (Input<?> input : domain.inputs()) {
            if (input.topic().equals(topic)) {
                return input;
            }
        }
        throw new BadChange("expected an input of " + domain.name() + " ("
                + String.join(", ", domain.inputs().stream().map(Input::topic).toList()) + "), but it is '" + topic
                + "'");
    }

    private SpecificRecord value(Input<?> input, JsonNode node) throws BadChange, NotPlainJson {
        if (!node.has("value")) {
            throw new BadChange("expected a value, but there is none");
        }
        return ofUnit(input, PlainJson.read(input.schema(), node.get("value")));
    }

    private SpecificRecord ofUnit(Input<?> input, SpecificRecord value) throws BadChange {
        try {
            String named = input.unit(value);
            if (!named.equals(unit)) {
                throw new BadChange("expected an event of " + unit + ", but it is one of " + named);
            }
        } catch (RefusedException e) {
            throw new BadChange(e.sentence());
        }
        return value;
    }

    private long from(JsonNode node) throws BadChange {
        return time(node, FROM, beginning);
    }

    private long to(JsonNode node) throws BadChange {
        long to = time(node, TO, Times.NEVER);
        if (to < from(node)) {
            throw new BadChange("expected to after from, but it is " + shown(node.get(TO)));
        }
        return to;
    }

    private long time(JsonNode node, String member, long missing) throws BadChange {
        JsonNode value = node.path(member);
        if (value.isMissingNode()) {
            return missing;
        }
        long time = value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : -1;
        Matcher after = AFTER_BEGINNING.matcher(value.asText());
        if (value.isTextual() && after.matches()) {
            time = beginning + Long.parseLong(after.group(1)) * UNIT_MS.getOrDefault(after.group(2), 1L);
        } else if (value.isTextual()) {
            try {
                time = Instant.parse(value.asText()).toEpochMilli();
            } catch (DateTimeException | ArithmeticException e) {
                time = -1;
            }
        }
        if (!Simulation.isTime(time) && beginning != Edit.END) {
            throw new BadChange("expected " + member
                    + " to be a time (ms since 1970, 2026-01-02T03:04:05Z, or +10m after the beginning), but it is "
                    + shown(value));
        }
        if (time < beginning && beginning == Edit.END) {
            throw new BadChange(
                    "expected " + member + " after the end of the record, such as +10m, but it is " + shown(value));
        } else if (time < beginning) {
            throw new BadChange(
                    "expected " + member + " to be at or after the beginning, " + beginning + ", but it is " + time);
        }
        return time;
    }

    private static int count(JsonNode node, String member, long max) throws BadChange {
        JsonNode value = node.get(member);
        if (!value.isInt() || value.intValue() < 1 || value.intValue() > max) {
            throw new BadChange(
                    "expected " + member + " to be a number from 1 to " + max + ", but it is " + shown(value));
        }
        return value.intValue();
    }

    private static String text(JsonNode node, String member) throws BadChange {
        JsonNode value = node.path(member);
        if (!value.isTextual() || value.asText().isEmpty()) {
            throw new BadChange("expected " + member + " to be a text, but it is "
                    + (value.isMissingNode() ? "missing" : shown(value)));
        }
        return value.asText();
    }

    private static void only(JsonNode node, String... members) throws BadChange {
        Set<String> allowed = new TreeSet<>(List.of(members));
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            if (!allowed.contains(member.getKey())) {
                throw new BadChange(
                        "expected only " + String.join(", ", members) + ", but there is '" + member.getKey() + "'");
            }
        }
    }

    private static String shown(JsonNode node) {
        String text = node.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "...";
    }
}
