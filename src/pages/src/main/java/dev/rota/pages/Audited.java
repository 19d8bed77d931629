package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.audit.findings.Divergence;
import dev.rota.audit.findings.Findings;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.engine.Domain;
import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.view.Diverged;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The findings of a domain's audits that were started from these pages. Each unit has the finding of the last audit
 * that covered it, so an audit of one unit does not hide an earlier finding about another.
 */
final class Audited {

    /** The key of findings that concern no unit, such as an output record without a log record that caused it. */
    private static final String NO_UNIT = "";

    private final House house;
    private final Domain domain;
    private final SortedMap<String, Diverged> diverged = new TreeMap<>(Ids.BY_BYTES);

    Audited(House house, Tasks tasks, Domain domain) {
        this.house = house;
        this.domain = domain;
        SortedSet<String> judged = new TreeSet<>();
        List<Task> done = tasks.all(AuditTask.prefix(domain.name())).stream()
                .filter(task -> task.state() == Tasks.State.DONE)
                .toList();
        for (Task task : done) {
            judge(task, judged);
            if (task.id().startsWith(AuditTask.prefix(domain.name(), NO_UNIT))) {
                // This audit covered all units, so earlier ones add nothing.
                break;
            }
        }
    }

    private void judge(Task task, SortedSet<String> judged) {
        AuditReport report = AuditTask.report(task);
        report.unattributed().stream().findFirst().ifPresent(found -> add(NO_UNIT, task, found));
        for (Findings findings : report.partitions()) {
            findings.divergences().stream().findFirst().ifPresent(found -> add(NO_UNIT, task, found));
            for (UnitFindings unit : findings.units()) {
                if (judged.add(unit.unit()) && unit.divergence() != null) {
                    add(unit.unit(), task, unit.divergence());
                }
            }
        }
    }

    private void add(String unit, Task task, Divergence found) {
        diverged.putIfAbsent(
                unit,
                new Diverged(
                        Show.unit(unit),
                        Url.evidence(domain.name(), unit),
                        Show.text(found.at()),
                        Coordinates.parse(found.at()) == null ? "" : Url.record(found.at()),
                        Show.text(found.what()),
                        found.there() == null ? "" : Show.text(found.there()),
                        found.expected() == null ? "" : Show.text(found.expected()),
                        Show.ago(task.ended(), house.now())));
    }

    /** Returns the units whose evidence does not hold, by name; findings without a unit come first. */
    List<Diverged> diverged() {
        return List.copyOf(diverged.values());
    }

    boolean diverged(String unit) {
        return diverged.containsKey(unit);
    }

    /** Returns the finding about a unit, or null if its evidence holds or no audit covered it. */
    @Nullable
    Diverged of(String unit) {
        return diverged.get(unit);
    }
}
