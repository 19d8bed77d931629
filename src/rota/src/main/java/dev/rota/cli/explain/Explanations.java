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
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.text.Printable;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a subject by replaying the log of one unit or of all units, and prints text or JSON. */
final class Explanations {

    /** Writes plain ASCII, so that the output cannot contain control sequences for a terminal. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Writes further fields. */
    @FunctionalInterface
    interface MoreFields {

        MoreFields NONE = json -> {};

        void write(JsonGenerator json) throws IOException;
    }

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    RecordSource recorded() {
        return recorded;
    }

    boolean isJson() {
        return json;
    }

    /**
     * Explains a subject and prints a line for each unit that has it.
     *
     * @param unit the unit; null for all units of the log
     * @param noun the domain's word for a unit: {@code cohort}
     * @param because the reason why no unit may have the subject: {@code it was never accepted}
     */
    int explain(Domain domain, Settings settings, Subject subject, @Nullable String unit, String noun, String because) {
        Inquiry.Asked asked = Inquiry.Asked.why(subject);
        Inquiry inquiry = inquiry(domain, asked);
        SortedMap<String, Answered> answers = new TreeMap<>();
        try (Replay replay = recorded.replay(domain, settings, Role.EXPLAIN)) {
            if (unit == null) {
                answers.putAll(replay.answers(asked));
            } else {
                Answered answered = replay.answer(inquiry, unit, Parallel.SEQUENTIAL, Replay.Watch.NONE);
                answers.put(unit, answered == null ? new Answered(null, 0) : answered);
            }
        }
        answers.values().removeIf(answered -> answered.answer() == null);
        if (answers.isEmpty()) {
            return unknown(subject, unit, noun, because);
        }
        try (PrintWriter out = Lines.out()) {
            answers.forEach((its, answered) -> out.println(
                    json
                            ? line(domain, its, subject, answered, MoreFields.NONE)
                            : Printable.of(noun + " " + its + ": "
                                    + Objects.requireNonNull(answered.answer()).sentence())));
        }
        return ExitCode.DONE;
    }

    private int unknown(Subject subject, @Nullable String unit, String noun, String because) {
        String what = subject.kind() + " " + subject.id() + ": " + because;
        String sentence =
                unit == null ? "no " + noun + " has " + what : noun + " " + unit + " does not have " + what + " there";
        if (json) {
            throw new NotThere(sentence);
        }
        try (PrintWriter out = Lines.out()) {
            out.println(sentence);
        }
        return ExitCode.DOES_NOT_HOLD;
    }

    /** Returns the inquiry for a question of the domain. */
    static Inquiry inquiry(Domain domain, Inquiry.Asked asked) {
        try {
            return domain.inquiry(asked);
        } catch (IllegalArgumentException e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    /** Returns an explanation as one JSON object. */
    static String line(Domain domain, String unit, Subject subject, Answered answered, MoreFields more) {
        Answer answer = Objects.requireNonNull(answered.answer());
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("domain", domain.name());
            json.writeStringField("unit", unit);
            json.writeStringField("subject", subject.kind());
            json.writeStringField("id", subject.id());
            json.writeNumberField("asOf", answered.asOf());
            json.writeStringField("state", answer.state());
            json.writeStringField("sentence", answer.sentence());
            more.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing JSON to memory cannot fail", e);
        }
        return text.toString();
    }
}
