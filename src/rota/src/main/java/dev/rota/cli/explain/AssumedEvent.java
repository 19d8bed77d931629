package dev.rota.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.audit.Replay;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.engine.text.Printable;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An event from a file that is assumed to be the next record of its unit, and the question what it would cause. */
final class AssumedEvent {

    private static final String TOPIC = "topic";
    private static final String VALUE = "value";

    /** The most characters of an event's JSON; a record's bytes are limited further. */
    private static final int CHARACTERS_MAX = 16 << 20;

    @Nullable
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "EVENT.json",
            description = "The event's value in plain JSON, or {\"topic\": ..., \"value\": {...}}; by default, standard"
                    + " input.")
    private Path file;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /** The event and the input that it belongs to. */
    private record Assumed(Input<?> input, SpecificRecord event) {}

    /**
     * Asks what the event would cause and prints the answer.
     *
     * @param noun the domain's word for a unit: {@code cohort}
     * @param topic the input of an event that names none
     */
    int ask(String name, String noun, String topic) throws IOException {
        Settings settings = recorded.settings();
        Domain domain = Domains.named(name, settings);
        Assumed assumed = assumed(domain, topic);
        String unit;
        try {
            unit = assumed.input().unit(assumed.event());
        } catch (RefusedException e) {
            return print(domain, noun, null, new Answered(EventInquiry.refused(e), 0));
        }
        Inquiry inquiry = Explanations.inquiry(
                domain, new Inquiry.Asked(EventInquiry.NAME, new TreeMap<>(), List.of(assumed.event())));
        Answered answered;
        try (Replay replay = recorded.replay(domain, settings, Role.EXPLAIN);
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            answered = replay.answer(inquiry, unit, parallel, Replay.Watch.NONE);
        }
        if (answered == null) {
            throw new NotThere("expected " + noun + " " + unit + ", but the log has no record of it");
        }
        return print(domain, noun, unit, answered);
    }

    private Assumed assumed(Domain domain, String topic) throws IOException {
        try (BufferedReader lines = Lines.from(file)) {
            JsonNode node = PlainJson.parse(text(lines));
            boolean isNamed = node.has(TOPIC) && node.has(VALUE);
            Input<?> input = input(domain, isNamed ? topic(node) : topic);
            return new Assumed(input, PlainJson.read(input.schema(), isNamed ? node.path(VALUE) : node));
        } catch (NotPlainJson e) {
            throw unusable(e.sentence());
        }
    }

    private Unusable unusable(String sentence) {
        String source = file == null ? "-" : file.toString();
        return new Unusable((source.equals("-") ? "standard input" : source) + ": " + sentence);
    }

    private String text(BufferedReader lines) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] some = new char[8_192];
        for (int read = lines.read(some); read >= 0; read = lines.read(some)) {
            text.append(some, 0, read);
            if (text.length() > CHARACTERS_MAX) {
                throw unusable("expected an event of at most " + CHARACTERS_MAX + " characters, but it has more");
            }
        }
        return text.toString();
    }

    /** Returns the topic of an event that names one; it has no other members, whose effect would be unclear. */
    private String topic(JsonNode node) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!Set.of(TOPIC, VALUE).contains(name)) {
                throw unusable("expected topic and value alone, but there is '" + name + "'");
            }
        }
        return node.path(TOPIC).asText();
    }

    private Input<?> input(Domain domain, String topic) {
        for (Input<?> input : domain.inputs()) {
            if (input.topic().equals(topic)) {
                return input;
            }
        }
        throw unusable("expected an input of " + domain.name() + " ("
                + domain.inputs().stream().map(Input::topic).collect(Collectors.joining(", ")) + "), but the topic is '"
                + topic + "'");
    }

    /** @param unit null if the event is refused, so that it belongs to none */
    private int print(Domain domain, String noun, @Nullable String unit, Answered answered) {
        Answer answer = Objects.requireNonNull(answered.answer());
        try (PrintWriter out = Lines.out()) {
            if (json) {
                out.print(PlainJson.page(new Told(
                        domain.name(), unit, answered.asOf(), answer.state(), answer.sentence(), answer.details())));
            } else {
                List<String> lines = answer.lines().isEmpty() ? List.of(answer.sentence()) : answer.lines();
                out.println(Printable.of((unit == null ? "" : noun + " " + unit + ": ") + lines.get(0)));
                lines.stream().skip(1).map(Printable::of).forEach(out::println);
            }
        }
        return answer.state().equals(EventInquiry.REJECTED) ? ExitCode.DOES_NOT_HOLD : ExitCode.DONE;
    }

    /** The answer in JSON. */
    private record Told(
            String domain,
            @Nullable String unit,
            long asOf,
            String state,
            String sentence,
            @Nullable Record details) {}
}
