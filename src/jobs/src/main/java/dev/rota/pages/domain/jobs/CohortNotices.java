package dev.rota.pages.domain.jobs;

import dev.rota.jobs.view.CohortState;
import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.jobs.view.CohortState.HoldLine;
import dev.rota.jobs.view.CohortState.InstanceLine;
import dev.rota.jobs.view.CohortState.UnmatchedKind;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Finds the reasons why jobs of a cohort wait that an operator can change. */
final class CohortNotices {

    /** The number of notices of each sort. Further ones are counted. */
    private static final int EACH_MAX = 4;

    private static final int REQUIREMENTS_MAX = 4;

    private final CohortState state;
    private final Links links;
    private final List<Notice> notices = new ArrayList<>();

    CohortNotices(CohortState state, Links links) {
        this.state = state;
        this.links = links;
    }

    List<Notice> all() {
        cohortHeld();
        unmatched();
        instances();
        bots();
        return notices;
    }

    private void cohortHeld() {
        for (HoldLine hold : state.holds()) {
            if (hold.kind().equals("COHORT")) {
                notices.add(new Notice(
                        "The cohort is " + hold.state() + " since " + Show.time(hold.since())
                                + ": nothing new is started.",
                        ""));
            }
        }
    }

    private void unmatched() {
        List<UnmatchedKind> kinds = state.unmatched();
        for (UnmatchedKind kind : kinds.subList(0, Math.min(kinds.size(), EACH_MAX))) {
            notices.add(
                    new Notice(unmatched(kind), links.url("job", kind.first().job())));
        }
        more(state.unmatchedCount() - EACH_MAX, " more kinds of jobs have no bot that matches them.");
    }

    /** Returns the sentence that states why no bot matches a kind of jobs. */
    static String unmatched(UnmatchedKind kind) {
        String wait =
                Show.count(kind.queued(), "job", "jobs") + " of " + Show.text(kind.instance()) + " can run nowhere: ";
        List<String> nowhere = kind.nowhere();
        List<String> requirements = kind.requirements();
        return !nowhere.isEmpty()
                ? wait + "no bot has " + row(nowhere, " or ") + "."
                : !requirements.isEmpty()
                        ? wait + "no bot of that instance has all of " + row(requirements, " and ") + "."
                        : wait + "no bot serves that instance.";
    }

    private static String row(List<String> texts, String conjunction) {
        List<String> names =
                texts.stream().limit(REQUIREMENTS_MAX).map(Show::text).toList();
        int more = texts.size() - names.size();
        return String.join(more > 0 ? ", " : conjunction, names) + (more > 0 ? conjunction + more + " more" : "");
    }

    private void instances() {
        boolean byQuota = state.assigner().equals("COHORT");
        each(instance -> instance.held(), instance -> "is held while " + waiting(instance) + ".");
        each(
                instance -> !instance.held() && byQuota && instance.max() == null,
                instance -> "has no quota, so " + waiting(instance) + ".");
        each(
                instance -> !instance.held() && InstanceBars.isAtMax(instance),
                instance -> "is at its maximum of " + Show.number(instance.max() == null ? 0 : instance.max())
                        + " while " + waiting(instance) + ".");
        each(
                InstanceBars::isBelowMin,
                instance -> "is below its minimum, with "
                        + Show.number(instance.assigned()) + " of "
                        + Show.number(instance.min()) + ", while " + waiting(instance) + ".");
    }

    private static String waiting(InstanceLine instance) {
        return Show.count(instance.queued(), "job waits", "jobs wait");
    }

    /** Adds a notice for each instance with waiting jobs that meets a condition. */
    private void each(Predicate<InstanceLine> which, Function<InstanceLine, String> sentence) {
        List<InstanceLine> found = state.instances().stream()
                .filter(instance -> instance.queued() > 0)
                .filter(which)
                .toList();
        for (InstanceLine instance : found.subList(0, Math.min(found.size(), EACH_MAX))) {
            String name = instance.instance();
            notices.add(new Notice(
                    "Instance " + Show.text(name) + " " + sentence.apply(instance), links.url("instance", name)));
        }
        more(found.size() - EACH_MAX, " more instances are like that.");
    }

    private void bots() {
        List<BotLine> bots = state.troubled() == null ? List.of() : state.troubled();
        for (BotLine bot : bots.subList(0, Math.min(bots.size(), EACH_MAX))) {
            String id = bot.bot();
            notices.add(new Notice("Bot " + Show.text(id) + " " + BotStrips.trouble(bot) + ".", links.url("bot", id)));
        }
        more(state.troubledCount() - EACH_MAX, " more bots are held, silent, overfull or not OK.");
    }

    private void more(int count, String sentence) {
        if (count > 0) {
            notices.add(new Notice(Show.number(count) + sentence, ""));
        }
    }
}
