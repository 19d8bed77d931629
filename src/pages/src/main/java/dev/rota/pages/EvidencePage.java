package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.Framing;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Recent;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.view.Diverged;
import dev.rota.pages.view.EvidenceView;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.TaskLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The page of a unit's evidence: its checkpoints, and the findings of audits. */
final class EvidencePage {

    private static final int RUNGS_MAX = 50;

    private final House house;
    private final TopicReader reader;
    private final Tasks tasks;

    EvidencePage(House house, TopicReader reader, Tasks tasks) {
        this.house = house;
        this.reader = reader;
        this.tasks = tasks;
    }

    Frame frame(Domain domain, String unit) {
        return house.frame(
                "Evidence of " + Show.unit(unit),
                domain.name(),
                "Checkpoints from "
                        + house.names(domain).topic(domain.checkpoints().topic()) + ", committed records only, as of "
                        + Show.time(house.now()) + ".");
    }

    EvidenceView view(Domain domain, String unit) throws NoPage {
        Recent recent = house.recent(domain);
        Recent.UnitSeen seen = recent.unit(unit);
        if (seen == null) {
            throw NoPage.notFound("expected a unit of " + domain.name() + " with decisions that are kept here, but '"
                    + Show.text(unit) + "' has none");
        }
        Task last = lastAudit(domain, unit);
        AuditReport report = last == null ? null : AuditTask.report(last);
        List<Entry> checkpoints =
                recent.newest(EntryFilter.of(domain.checkpoints().topic()).in(unit), RUNGS_MAX + 1);
        List<EvidenceView.Rung> rungs = new ArrayList<>();
        for (int i = 0; i < Math.min(checkpoints.size(), RUNGS_MAX); i++) {
            String below = i + 1 < checkpoints.size() ? checkpoints.get(i + 1).at() : ChainTask.BEGINNING;
            rungs.add(rung(domain, checkpoints.get(i), below, report));
        }
        return new EvidenceView(
                domain.name(),
                unit,
                house.tabs(domain, unit, UnitTab.EVIDENCE),
                diverged(domain, unit),
                rungs,
                audits(domain),
                audited(last, report, unit));
    }

    /** Returns the divergences of this unit, and the ones that concern no unit. */
    private List<Diverged> diverged(Domain domain, String unit) {
        Audited audited = new Audited(house, tasks, domain);
        return Stream.of(unit, "")
                .distinct()
                .map(audited::of)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the last completed audit of this unit or of the whole domain, or null if there is none. */
    private @Nullable Task lastAudit(Domain domain, String unit) {
        Task last = null;
        for (String prefix : List.of(AuditTask.prefix(domain.name(), unit), AuditTask.prefix(domain.name(), ""))) {
            for (Task task : tasks.all(prefix)) {
                if (task.state() == Tasks.State.DONE && (last == null || task.begun() > last.begun())) {
                    last = task;
                }
            }
        }
        return last;
    }

    private String audited(@Nullable Task last, @Nullable AuditReport report, String unit) {
        if (last == null || report == null) {
            return "No audit was started from these pages since this process began. 'rota audit' runs the same audit.";
        }
        UnitFindings found = AuditTask.of(report, unit);
        String when = Show.ago(last.ended(), house.now());
        if (found == null) {
            return "The last audit, " + when + ", found no records of this unit.";
        }
        return found.divergence() == null
                ? "Verified to decision " + Show.number(found.seq()) + ", " + when + ": "
                        + Show.number(found.decisions()) + " decisions are right."
                : "The other " + Show.number(found.decisions()) + " decisions that it compared are right.";
    }

    private EvidenceView.Rung rung(Domain domain, Entry entry, String below, @Nullable AuditReport report) {
        @Nullable Checkpoint checkpoint = read(domain, entry);
        return new EvidenceView.Rung(
                entry.at(),
                Url.record(entry.at()),
                checkpoint == null ? "?" : Show.number(checkpoint.getSeq()),
                String.valueOf(entry.cause().offset()),
                Show.head(entry.chain()),
                checkpoint == null ? "" : checkpoint.getChain(),
                Show.time(entry.time()),
                Show.ago(entry.time(), house.now()),
                state(entry, report),
                below);
    }

    private @Nullable Checkpoint read(Domain domain, Entry entry) {
        try {
            byte[] value = reader.read(new Coordinates(entry.topic(), entry.partition(), entry.offset()))
                    .value();
            return value == null ? null : domain.checkpoints().decode(value, Framing.BYTES, 1);
        } catch (NotReadable | IOException e) {
            // Retention may have deleted it since.
            return null;
        }
    }

    private static String state(Entry entry, @Nullable AuditReport report) {
        if (report == null) {
            return "not yet";
        }
        UnitFindings found = AuditTask.of(report, entry.unit());
        if (found != null && found.divergence() != null) {
            return "diverged";
        }
        return entry.cause().offset() < AuditTask.reached(report, entry.cause().partition()) ? "verified" : "not yet";
    }

    private List<TaskLine> audits(Domain domain) {
        List<TaskLine> lines = new ArrayList<>();
        for (Task task : tasks.all(AuditTask.prefix(domain.name()))) {
            lines.add(new TaskLine(
                    Show.text(task.title()),
                    Url.of("/task", "id", task.id()),
                    task.state().name().toLowerCase(Locale.ROOT),
                    Show.time(task.begun()),
                    Show.text(task.by()),
                    task.state() == Tasks.State.DONE ? AuditTask.summary(task) : Show.text(task.problem())));
        }
        return lines;
    }
}
