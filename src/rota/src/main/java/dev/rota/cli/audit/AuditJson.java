package dev.rota.cli.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.rota.audit.AuditReport;
import dev.rota.audit.findings.BuildFindings;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.HeadFindings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;

/** An audit's report as one JSON object on one line. The README lists its fields. */
final class AuditJson {

    /** Writes plain ASCII, so that the output cannot contain control sequences for a terminal. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final JsonGenerator json;

    private AuditJson(JsonGenerator json) {
        this.json = json;
    }

    static void print(Domain domain, AuditReport report, PrintWriter out) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            new AuditJson(json).report(domain, report);
        } catch (IOException e) {
            throw new IllegalStateException("writing JSON to memory cannot fail", e);
        }
        out.println(text);
    }

    private void report(Domain domain, AuditReport report) throws IOException {
        json.writeStartObject();
        json.writeStringField("domain", domain.name());
        json.writeStringField(
                "verdict", report.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.writeObjectFieldStart("compared");
        json.writeNumberField("records", report.records());
        json.writeNumberField("decisions", report.decisions());
        json.writeNumberField("checkpoints", report.checkpoints());
        json.writeEndObject();
        json.writeNumberField("pending", report.pending());
        json.writeNumberField("undecided", report.undecided());
        json.writeArrayFieldStart("partitions");
        for (Findings findings : report.partitions()) {
            partition(findings);
        }
        json.writeEndArray();
        divergences("unattributed", report.unattributed(), report.moreUnattributed());
        json.writeArrayFieldStart("heads");
        for (HeadFindings head : report.heads()) {
            head(head);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void partition(Findings findings) throws IOException {
        json.writeStartObject();
        json.writeNumberField("partition", findings.partition());
        json.writeNumberField("from", findings.from());
        json.writeNumberField("to", findings.to());
        json.writeNumberField("pending", findings.pending());
        json.writeNumberField("undecided", findings.undecided());
        json.writeNumberField("duplicates", findings.duplicates());
        json.writeObjectFieldStart("sources");
        json.writeNumberField("compared", findings.sourcesCompared());
        json.writeNumberField("gone", findings.sourcesGone());
        json.writeEndObject();
        json.writeArrayFieldStart("notCompared");
        for (String gone : findings.notCompared()) {
            json.writeString(gone);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("builds");
        for (BuildFindings build : findings.builds()) {
            build(build);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("units");
        for (UnitFindings unit : findings.units()) {
            unit(unit);
        }
        json.writeEndArray();
        divergences("divergences", findings.divergences(), findings.moreDivergences());
        json.writeEndObject();
    }

    private void build(BuildFindings build) throws IOException {
        json.writeStartObject();
        json.writeStringField("build", build.build());
        json.writeNumberField("rules", build.rules());
        json.writeNumberField("rulesAt", build.rulesAt());
        json.writeNumberField("checkpoints", build.checkpoints());
        json.writeNumberField("from", build.from());
        json.writeNumberField("to", build.to());
        json.writeEndObject();
    }

    private void unit(UnitFindings unit) throws IOException {
        json.writeStartObject();
        json.writeStringField("unit", unit.unit());
        json.writeNumberField("records", unit.records());
        json.writeNumberField("decisions", unit.decisions());
        json.writeNumberField("checkpoints", unit.checkpoints());
        json.writeNumberField("notCompared", unit.notComparedDecisions());
        json.writeStringField("chain", unit.chain());
        json.writeNumberField("seq", unit.seq());
        json.writeStringField("verdict", unit.divergence() == null ? "verified" : "diverges");
        json.writeFieldName("divergence");
        divergence(unit.divergence());
        json.writeEndObject();
    }

    private void divergences(String name, List<Divergence> divergences, long more) throws IOException {
        json.writeArrayFieldStart(name);
        for (Divergence divergence : divergences) {
            divergence(divergence);
        }
        json.writeEndArray();
        json.writeNumberField("more" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1), more);
    }

    private void divergence(@Nullable Divergence divergence) throws IOException {
        if (divergence == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringField("at", divergence.at());
        json.writeStringField("what", divergence.what());
        json.writeStringField("there", divergence.there());
        json.writeStringField("expected", divergence.expected());
        json.writeEndObject();
    }

    private void head(HeadFindings head) throws IOException {
        json.writeStartObject();
        json.writeStringField("unit", head.head().unit());
        json.writeStringField("head", head.head().head());
        Long seq = head.head().seq();
        json.writeFieldName("seq");
        if (seq == null) {
            json.writeNull();
        } else {
            json.writeNumber(seq);
        }
        json.writeStringField("at", head.at());
        json.writeBooleanField("holds", head.holds());
        json.writeEndObject();
    }
}
