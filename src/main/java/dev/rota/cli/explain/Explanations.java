package dev.rota.cli.explain;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.rota.audit.Replay;
import dev.rota.cli.cluster.RecordSource;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Explained;
import dev.rota.engine.Explainer;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.text.Printable;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a subject by replaying the log, of one unit or of all, in text or in JSON. */
final class Explanations {

    /** Plain ASCII, so that a terminal cannot be controlled by it. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** What a unit says at the end of its log. */
    private record Answer(long asOf, Explained explained) {}

    /** Writes further fields. */
    @FunctionalInterface
    interface MoreFields {

        MoreFields NONE = json -> {};

        void write(JsonGenerator json) throws IOException;
    }

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Option(names = "--json", description = "Print one JSON object a line.")
    private boolean json;

    RecordSource recorded() {
        return recorded;
    }

    boolean isJson() {
        return json;
    }

    /**
     * Explains a subject and prints a line for each unit that knows it.
     *
     * @param unit null for all units of the log
     * @param noun what a unit is called: {@code cohort}
     * @param because why nobody may know the subject: {@code it was never accepted}
     */
    int explain(Domain domain, Settings settings, Subject subject, @Nullable String unit, String noun, String because) {
        explainer(domain, subject);
        Map<String, Answer> answers = new TreeMap<>();
        try (Replay replay = recorded.replay(domain, settings, Role.EXPLAIN)) {
            if (unit == null) {
                all(replay, domain, subject, answers);
            } else {
                one(replay, domain, subject, unit, answers);
            }
        }
        if (answers.isEmpty()) {
            return unknown(subject, unit, noun, because);
        }
        try (PrintWriter out = Lines.out()) {
            answers.forEach((its, one) -> out.println(
                    json
                            ? line(domain, its, subject, one.asOf, one.explained, MoreFields.NONE)
                            : Printable.of(noun + " " + its + ": " + one.explained.sentence())));
        }
        return ExitCode.DONE;
    }

    private int unknown(Subject subject, @Nullable String unit, String noun, String because) {
        String what = subject.kind() + " " + subject.id() + ": " + because;
        String sentence = unit == null
                ? "no " + noun + " knows " + what
                : noun + " " + unit + " does not know " + what + " there";
        if (json) {
            throw new NotThere(sentence);
        }
        try (PrintWriter out = Lines.out()) {
            out.println(sentence);
        }
        return ExitCode.DOES_NOT_HOLD;
    }

    private static void one(Replay replay, Domain domain, Subject subject, String unit, Map<String, Answer> answers) {
        Explainer explainer = explainer(domain, subject);
        Replay.Replayed replayed = replay.unit(unit, (decision, chain) -> {
            if (decision.unit().equals(unit)) {
                explainer.decided(decision);
            }
        });
        if (replayed != null) {
            explain(explainer, unit, replayed, answers);
        }
    }

    private static void all(Replay replay, Domain domain, Subject subject, Map<String, Answer> answers) {
        Map<String, Explainer> explainers = new TreeMap<>();
        replay.units(
                (decision, chain) -> explainers
                        .computeIfAbsent(decision.unit(), its -> explainer(domain, subject))
                        .decided(decision),
                (unit, replayed) -> {
                    Explainer explainer = explainers.get(unit);
                    explain(explainer == null ? explainer(domain, subject) : explainer, unit, replayed, answers);
                });
    }

    private static void explain(
            Explainer explainer, String unit, Replay.Replayed replayed, Map<String, Answer> answers) {
        Explained explained = explainer.explain(replayed.tables(), replayed.now());
        if (explained != null) {
            answers.put(unit, new Answer(replayed.now(), explained));
        }
    }

    private static Explainer explainer(Domain domain, Subject subject) {
        try {
            return domain.explainer(subject);
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    /** An explanation as one JSON object. */
    static String line(Domain domain, String unit, Subject subject, long asOf, Explained explained, MoreFields more) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("domain", domain.name());
            json.writeStringField("unit", unit);
            json.writeStringField("subject", subject.kind());
            json.writeStringField("id", subject.id());
            json.writeNumberField("asOf", asOf);
            json.writeStringField("state", explained.state());
            json.writeStringField("sentence", explained.sentence());
            more.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory takes any JSON", e);
        }
        return text.toString();
    }
}
