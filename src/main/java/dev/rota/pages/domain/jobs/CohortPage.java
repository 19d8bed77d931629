package dev.rota.pages.domain.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** The state of a cohort: its queue, its instances and its bots, from {@code state.json}. */
final class CohortPage {

    /** Of the jobs that wait longest. */
    private static final int WAITS_MAX = 25;

    private static final int INSTANCES_MAX = 50;

    private static final int BOTS_A_PAGE = 100;

    private final UnitFacts facts;
    private final JobsLinks links;
    private final JsonNode state;
    private final JsonNode counts;

    CohortPage(UnitFacts facts, JsonNode state) {
        this.facts = facts;
        this.links = new JobsLinks(facts.unit());
        this.state = state;
        this.counts = state.path("botCounts");
    }

    CohortView view(boolean isThere) {
        if (!isThere) {
            return new CohortView(
                    facts.unit(),
                    "",
                    List.of(),
                    List.of(),
                    "",
                    List.of(),
                    "",
                    List.of(),
                    List.of(),
                    "",
                    "",
                    List.of(),
                    List.of());
        }
        String filter = facts.parameter("bots");
        List<JsonNode> wanted = all(state.path("bots")).stream()
                .filter(bot -> bot.path("bot").asText().contains(filter))
                .toList();
        Paging paging = new Paging(wanted.size(), BOTS_A_PAGE, facts.parameter("page"));
        BotStrips strips = new BotStrips(links);
        return new CohortView(
                facts.unit(),
                sentence(),
                new CohortNotices(state, links).all(),
                figures(),
                instancesCaption(),
                new InstanceBars(state, links, facts.now()).all(INSTANCES_MAX),
                waitsCaption(),
                waits(links, state.path("oldest"), facts.now(), WAITS_MAX),
                botFigures(),
                filter,
                botsCaption(wanted.size(), filter),
                paging.of(wanted).stream().map(strips::strip).toList(),
                paging.links(page -> links.bots(filter, page)));
    }

    private String sentence() {
        long queued = state.path("queued").asLong();
        long used = counts.path("slotsUsed").asLong();
        long slots = used
                + counts.path("slotsFree").asLong()
                + counts.path("slotsHeld").asLong();
        List<String> clauses = new ArrayList<>();
        clauses.add(queued == 0 ? "No job waits" : count(queued, "job waits", "jobs wait") + oldest());
        clauses.add(
                slots == 0
                        ? "there is no slot"
                        : Show.number(used) + " of " + count(slots, "slot is", "slots are") + " taken");
        long bots = counts.path("total").asLong();
        long troubled = state.path("troubledCount").asLong();
        clauses.add(
                bots == 0
                        ? "there is no bot"
                        : troubled == 0
                                ? (bots == 1 ? "the bot is well" : "all " + Show.number(bots) + " bots are well")
                                : Show.number(troubled) + " of " + count(bots, "bot", "bots")
                                        + (troubled == 1 ? " needs" : " need") + " to be looked at");
        return String.join("; ", clauses) + ".";
    }

    private String oldest() {
        JsonNode oldest = state.path("oldest").path(0);
        return oldest.isMissingNode()
                ? ""
                : ", the oldest for " + Show.lasting(oldest.path("queuedAt").asLong(), facts.now());
    }

    private List<Figure> figures() {
        return List.of(
                figure("queued", "Jobs that wait", state.path("queued")),
                figure("assigned", "Jobs that bots have", state.path("assigned")),
                figure("slotsFree", "Slots free", counts.path("slotsFree")),
                figure("slotsUsed", "Slots taken", counts.path("slotsUsed")),
                figure("instances", "Instances", state.path("instanceCount")));
    }

    private List<Figure> botFigures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(figure("bots", "Bots", counts.path("total")));
        for (String status : List.of("OK", "UNHEALTHY", "HOST_REBOOTING", "BOT_TERMINATING")) {
            figures.add(figure("bots." + status, status, counts.path(status)));
        }
        figures.add(figure("held", "Held", counts.path("held")));
        figures.add(figure("silent", "Silent", counts.path("silent")));
        figures.add(figure("idle", "OK and idle", counts.path("idle")));
        figures.add(figure("partly", "OK, some slots taken", counts.path("partly")));
        figures.add(figure("full", "OK and full", counts.path("full")));
        return figures;
    }

    private static Figure figure(String name, String label, JsonNode value) {
        return new Figure(name, label, Show.number(value.asLong()));
    }

    private String instancesCaption() {
        int count = state.path("instanceCount").asInt();
        return count > INSTANCES_MAX
                ? "The " + INSTANCES_MAX + " instances with the most jobs, of " + Show.number(count)
                : count(count, "instance", "instances");
    }

    private String waitsCaption() {
        long queued = state.path("queued").asLong();
        int skipped = state.path("kindsSkipped").asInt();
        return (queued > WAITS_MAX
                        ? "The " + WAITS_MAX + " of " + Show.number(queued) + " jobs that have waited longest"
                        : count(queued, "job waits", "jobs wait"))
                + (skipped > 0
                        ? "; those of " + Show.number(skipped)
                                + " kinds of jobs were not read, because there are too many kinds"
                        : "");
    }

    private String botsCaption(int found, String filter) {
        long total = counts.path("total").asLong();
        int listed = state.path("bots").size();
        String all = listed < total
                ? "the first " + Show.number(listed) + " by id of " + count(total, "bot", "bots")
                : count(total, "bot", "bots");
        return filter.isEmpty() ? upper(all) : Show.number(found) + " of " + all;
    }

    private static String upper(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    static String count(long count, String one, String many) {
        return Show.number(count) + " " + (count == 1 ? one : many);
    }

    static List<JsonNode> all(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    /** Jobs that wait, at most so many. */
    static List<WaitLine> waits(JobsLinks links, JsonNode jobs, long now, int most) {
        return all(jobs).stream()
                .limit(most)
                .map(job -> {
                    String id = job.path("job").asText();
                    String instance = job.path("instance").asText();
                    long since = job.path("queuedAt").asLong();
                    return new WaitLine(
                            Show.text(id),
                            links.job(id),
                            Show.text(instance),
                            links.instance(instance),
                            job.path("priority").asText(),
                            Show.time(since),
                            Show.lasting(since, now),
                            job.path("attempt").asText());
                })
                .toList();
    }
}
