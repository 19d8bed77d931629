package dev.rota.pages.domain.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** What keeps jobs of a cohort waiting that somebody could change. */
final class CohortNotices {

    /** Of each sort; more are counted. */
    private static final int EACH_MAX = 4;

    private static final int REQUIREMENTS_MAX = 4;

    private final JsonNode state;
    private final JobsLinks links;
    private final List<Notice> notices = new ArrayList<>();

    CohortNotices(JsonNode state, JobsLinks links) {
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
        for (JsonNode hold : state.path("holds")) {
            if (hold.path("kind").asText().equals("COHORT")) {
                notices.add(new Notice(
                        "The cohort is " + hold.path("state").asText() + " since "
                                + Show.time(hold.path("since").asLong()) + ": nothing new is started.",
                        ""));
            }
        }
    }

    private void unmatched() {
        List<JsonNode> kinds = CohortPage.all(state.path("unmatched"));
        for (JsonNode kind : kinds.subList(0, Math.min(kinds.size(), EACH_MAX))) {
            notices.add(new Notice(
                    unmatched(kind), links.job(kind.path("first").path("job").asText())));
        }
        more(state.path("unmatchedCount").asInt() - EACH_MAX, " more kinds of jobs have no bot that matches them.");
    }

    /** Why no bot matches a kind of jobs. */
    static String unmatched(JsonNode kind) {
        String wait = CohortPage.count(kind.path("queued").asLong(), "job", "jobs") + " of "
                + Show.text(kind.path("instance").asText()) + " can run nowhere: ";
        JsonNode nowhere = kind.path("nowhere");
        JsonNode requirements = kind.path("requirements");
        return nowhere.size() > 0
                ? wait + "no bot has " + row(nowhere, " or ") + "."
                : requirements.size() > 0
                        ? wait + "no bot of that instance has all of " + row(requirements, " and ") + "."
                        : wait + "no bot serves that instance.";
    }

    private static String row(JsonNode texts, String conjunction) {
        List<String> names = CohortPage.all(texts).stream()
                .limit(REQUIREMENTS_MAX)
                .map(text -> Show.text(text.asText()))
                .toList();
        int more = texts.size() - names.size();
        return String.join(more > 0 ? ", " : conjunction, names) + (more > 0 ? conjunction + more + " more" : "");
    }

    private void instances() {
        boolean byQuota = state.path("assigner").asText().equals("COHORT");
        each(instance -> instance.path("held").asBoolean(), instance -> "is held while " + waiting(instance) + ".");
        each(
                instance -> !instance.path("held").asBoolean()
                        && byQuota
                        && instance.path("max").isNull(),
                instance -> "has no quota, so " + waiting(instance) + ".");
        each(
                instance -> !instance.path("held").asBoolean() && InstanceBars.isAtMax(instance),
                instance -> "is at its maximum of "
                        + Show.number(instance.path("max").asLong()) + " while " + waiting(instance) + ".");
        each(
                InstanceBars::isBelowMin,
                instance -> "is below its minimum, with "
                        + Show.number(instance.path("assigned").asLong()) + " of "
                        + Show.number(instance.path("min").asLong()) + ", while " + waiting(instance) + ".");
    }

    private static String waiting(JsonNode instance) {
        return CohortPage.count(instance.path("queued").asLong(), "job waits", "jobs wait");
    }

    /** Instances with jobs that wait. */
    private void each(Predicate<JsonNode> which, Function<JsonNode, String> sentence) {
        List<JsonNode> found = CohortPage.all(state.path("instances")).stream()
                .filter(instance -> instance.path("queued").asLong() > 0)
                .filter(which)
                .toList();
        for (JsonNode instance : found.subList(0, Math.min(found.size(), EACH_MAX))) {
            String name = instance.path("instance").asText();
            notices.add(
                    new Notice("Instance " + Show.text(name) + " " + sentence.apply(instance), links.instance(name)));
        }
        more(found.size() - EACH_MAX, " more instances are like that.");
    }

    private void bots() {
        List<JsonNode> bots = CohortPage.all(state.path("troubled"));
        for (JsonNode bot : bots.subList(0, Math.min(bots.size(), EACH_MAX))) {
            String id = bot.path("bot").asText();
            notices.add(new Notice("Bot " + Show.text(id) + " " + BotStrips.trouble(bot) + ".", links.bot(id)));
        }
        more(state.path("troubledCount").asInt() - EACH_MAX, " more bots are held, silent, overfull or not OK.");
    }

    private void more(int count, String sentence) {
        if (count > 0) {
            notices.add(new Notice(Show.number(count) + sentence, ""));
        }
    }
}
