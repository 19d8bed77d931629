package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.engine.UnitGauge;
import dev.rota.pages.index.Recent;
import dev.rota.pages.view.Diverged;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.Overview;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The first page: a card for each domain, which begins with its problems. */
final class OverviewPage {

    private static final long RATE_MS = 60_000;
    private static final long HOUR_MS = 3_600_000;

    /** The number of units that a card names if their evidence does not hold. The page of units lists all of them. */
    private static final int DIVERGED_MAX = 3;

    /** The outcomes of an audit that found nothing wrong but did not compare everything. */
    private static final Set<AuditReport.Outcome> NOT_ALL =
            EnumSet.of(AuditReport.Outcome.NOTHING_COMPARED, AuditReport.Outcome.NEEDS_NEWER_BUILD);

    private final House house;
    private final Tasks tasks;

    OverviewPage(House house, Tasks tasks) {
        this.house = house;
        this.tasks = tasks;
    }

    Frame frame() {
        return house.frame("Overview", "", house.fromTopics(), true, "");
    }

    Overview view() {
        List<Overview.Line> lines = new ArrayList<>();
        for (Domain domain : house.domains()) {
            lines.add(line(domain));
        }
        return new Overview(lines);
    }

    private Overview.Line line(Domain domain) {
        Recent recent = house.recent(domain);
        long now = house.now();
        String decided = recent.find(entry -> entry.seq() > 0, 1).stream()
                .filter(last -> now - last.time() < HOUR_MS)
                .map(last -> Show.ago(last.time(), now))
                .findFirst()
                .orElse("");
        Optional<Instances.State> state = house.instances().state(domain.name());
        List<String> exceptions = new ArrayList<>();
        state.ifPresent(each -> {
            exceptions.addAll(each.reasons());
            exceptions.addAll(each.notes());
        });
        Tasks.Task audit = tasks.all(AuditTask.prefix(domain.name())).stream()
                .filter(task -> task.state() == Tasks.State.DONE)
                .findFirst()
                .orElse(null);
        if (audit != null && NOT_ALL.contains(AuditTask.outcome(audit))) {
            exceptions.add("the last audit found: " + AuditTask.summary(audit));
        }
        List<Diverged> diverged = new Audited(house, tasks, domain).diverged();
        boolean bad = !diverged.isEmpty() || state.map(each -> !each.live()).orElse(false);
        return new Overview.Line(
                new Link(domain.name(), Url.of("/units", "domain", domain.name())),
                bad ? "bad" : exceptions.isEmpty() ? "good" : "warn",
                state(state, decided),
                diverged.stream().limit(DIVERGED_MAX).toList(),
                exceptions.stream().map(Show::text).toList(),
                rate(recent.decisions().within(now, RATE_MS)),
                Show.number(recent.units().stream()
                        .filter(unit -> !unit.last().unit().isEmpty())
                        .count()),
                decided.isEmpty() ? "none in the last hour" : decided,
                oldestWait(domain, state, now),
                new Link(
                        Show.number(recent.rejections().within(now, HOUR_MS)),
                        Url.of("/rejections", "domain", domain.name())),
                new Link(audited(audit, diverged.size(), now), Url.of("/units", "domain", domain.name())));
    }

    private static String audited(@Nullable Tasks.Task audit, int diverged, long now) {
        if (diverged > 0) {
            return Show.count(diverged, "unit diverged", "units diverged");
        }
        return audit == null ? "not from here yet" : AuditTask.summary(audit) + ", " + Show.ago(audit.ended(), now);
    }

    private static String state(Optional<Instances.State> state, String decided) {
        if (state.isEmpty()) {
            return decided.isEmpty()
                    ? "No decision in the last hour; its instances cannot be asked from here."
                    : "Decided " + decided + "; its instances cannot be asked from here.";
        }
        Instances.State instances = state.get();
        if (!instances.live()) {
            return "Stopped.";
        }
        long behind =
                instances.lag().values().stream().mapToLong(Long::longValue).sum();
        String word = instances.reasons().isEmpty() ? "Decides" : "Not ready";
        return behind == 0
                ? word + "; all that was accepted is decided."
                : word + "; " + (behind == 1 ? "1 log record is" : Show.number(behind) + " log records are")
                        + " still to be decided.";
    }

    /**
     * Returns how long the oldest waiting work waits, or an empty text if no instance can be asked or if work of the
     * domain does not wait.
     */
    private static String oldestWait(Domain domain, Optional<Instances.State> state, long now) {
        if (state.isEmpty() || domain.gauges().stream().noneMatch(UnitGauge::isWait)) {
            return "";
        }
        if (!state.get().owners().keySet().containsAll(state.get().lag().keySet())) {
            return "unknown";
        }
        long since = state.get().waitingSince();
        return since == Times.NEVER ? "nothing waits" : Show.lasting(since, now);
    }

    private static String rate(long minute) {
        return minute >= 120 ? Show.number(minute / 60) + " a second" : Show.number(minute) + " in the last minute";
    }
}
