package dev.rota.pages.domain.shards;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.PoolView.LetterLine;
import dev.rota.pages.domain.shards.PoolView.QueueLine;
import dev.rota.pages.index.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a pool: its queue and workers from {@code state.json}, and who held the slots lately, from the topics. */
final class PoolPage {

    private static final int QUEUE_MAX = 25;

    private static final int WORKERS_A_PAGE = 50;

    /** The latest changes of shards' states of which the page tells. */
    private static final int STATES_MAX = 400;

    private static final int LETTERS_MAX = 8;

    private static final int WIDTH = 100;

    private static final long SHORT_MS = 10_000;

    private final UnitFacts facts;
    private final ShardsLinks links;
    private final JsonNode state;
    private final JsonNode slots;
    private final List<Stay> stays;

    PoolPage(UnitFacts facts, JsonNode state) {
        this.facts = facts;
        this.links = new ShardsLinks(facts.unit());
        this.state = state;
        this.slots = state.path("slots");
        this.stays = Stay.of(facts.newest(Wanted.of(ShardsPages.STATES), STATES_MAX));
    }

    PoolView view(boolean isThere) {
        SlotShares shares = new SlotShares(stays, links, facts.now());
        Paging paging = new Paging(state.path("workers").size(), WORKERS_A_PAGE, facts.parameter("page"));
        WorkerSlots workers = new WorkerSlots(state, links, dispatched(), facts.now());
        return new PoolView(
                facts.unit(),
                isThere ? sentence() : "",
                isThere ? new PoolNotices(state, stays, links, facts.now()).all() : List.of(),
                isThere ? figures() : List.of(),
                queueCaption(),
                queue(),
                workersCaption(),
                paging.of(ShardsPages.all(state.path("workers"))).stream()
                        .map(workers::line)
                        .toList(),
                paging.links(links::workers),
                shares.caption(),
                shares.lines(),
                shares.lanes(),
                letters());
    }

    /** When running shards were dispatched, as far as that is kept here. */
    private Map<String, Long> dispatched() {
        Map<String, Long> dispatched = new TreeMap<>();
        stays.stream()
                .filter(stay -> stay.isRunning() && stay.end() == null)
                .forEach(stay -> dispatched.put(
                        stay.shard() + "/" + stay.begin().value().path("token").asText(), stay.from()));
        return dispatched;
    }

    private String sentence() {
        long queued = state.path("queued").asLong();
        long running = slots.path("running").asLong();
        long all = slots.path("slots").asLong();
        long workers = slots.path("workers").asLong();
        JsonNode head = state.path("queue").path(0);
        List<String> clauses = new ArrayList<>();
        clauses.add(
                queued == 0
                        ? "No shard waits"
                        : count(queued, "shard waits", "shards wait") + " for a turn, the first for "
                                + lasted(head.path("since").asLong(), facts.now()));
        clauses.add(
                workers == 0
                        ? "there is no worker"
                        : Show.number(running) + " of " + count(all, "slot runs", "slots run") + " a shard");
        clauses.add(count(state.path("pending").asLong(), "transaction is", "transactions are") + " in no block yet");
        long troubled = state.path("troubledCount").asLong();
        if (troubled > 0) {
            clauses.add(Show.number(troubled) + " of " + count(workers, "worker", "workers")
                    + (troubled == 1 ? " needs" : " need") + " to be looked at");
        }
        return String.join("; ", clauses) + ".";
    }

    private List<Figure> figures() {
        return List.of(
                figure("pending", "Pending transactions", state.path("pending")),
                figure("queued", "Shards PENDING", state.path("queued")),
                figure("running", "Shards RUNNING", state.path("running")),
                figure("workers", "Workers", slots.path("workers")),
                figure("slots", "Slots", slots.path("slots")),
                figure("free", "Slots free", slots.path("free")),
                figure("stuck", "Slots stuck", slots.path("stuck")),
                figure("sick", "Sick workers", slots.path("sick")),
                figure("draining", "Draining workers", slots.path("draining")));
    }

    private static Figure figure(String name, String label, JsonNode value) {
        return new Figure(name, label, Show.number(value.asLong()));
    }

    private String queueCaption() {
        long queued = state.path("queued").asLong();
        return queued > QUEUE_MAX
                ? "The first " + QUEUE_MAX + " of " + Show.number(queued) + " shards in the queue"
                : count(queued, "shard", "shards") + " in the queue";
    }

    private List<QueueLine> queue() {
        List<JsonNode> shown =
                ShardsPages.all(state.path("queue")).stream().limit(QUEUE_MAX).toList();
        long longest = shown.stream()
                .mapToLong(shard -> facts.now() - shard.path("since").asLong())
                .max()
                .orElse(1);
        return shown.stream().map(shard -> queued(shard, Math.max(1, longest))).toList();
    }

    private QueueLine queued(JsonNode shard, long longest) {
        String id = shard.path("shard").asText();
        long since = shard.path("since").asLong();
        String notOn = shard.path("notOn").asText("");
        boolean avoids = !shard.path("notOn").isNull() && !notOn.isEmpty();
        long losses = shard.path("losses").asLong();
        String waited = lasted(since, facts.now());
        return new QueueLine(
                shard.path("position").asText(),
                Show.text(id),
                links.shard(id),
                Show.time(since),
                waited,
                Show.number(shard.path("pending").asLong()),
                (int) Math.max(1, (double) Math.max(0, facts.now() - since) / longest * WIDTH),
                "waits for " + waited,
                avoids
                        ? "waits for another worker than " + Show.text(notOn)
                        : losses > 0 ? count(losses, "turn", "turns") + " lost in a row" : "");
    }

    private String workersCaption() {
        long all = slots.path("workers").asLong();
        int listed = state.path("workers").size();
        return listed < all
                ? "The first " + Show.number(listed) + " by id of " + Show.number(all) + " workers"
                : count(all, "worker", "workers");
    }

    private List<LetterLine> letters() {
        return facts.newest(Wanted.of(ShardsPages.DEAD_LETTERS), LETTERS_MAX).stream()
                .map(this::letter)
                .toList();
    }

    private LetterLine letter(Decided letter) {
        String transaction = letter.value().path("transaction").asText();
        String shard = letter.value().path("shard").asText();
        return new LetterLine(
                Show.text(transaction),
                links.transaction(transaction),
                Show.text(shard),
                links.shard(shard),
                Show.text(letter.entry().kind()),
                Show.text(letter.value().path("message").asText()),
                Url.record(letter.entry().at()),
                Show.time(letter.entry().time()),
                Show.ago(letter.entry().time(), facts.now()));
    }

    /** How long something has lasted; a quantum is in milliseconds, so short times are as well. */
    static String lasted(long since, long now) {
        long ms = Math.max(0, now - since);
        return ms < SHORT_MS ? ms + " ms" : Show.lasting(since, now);
    }

    static String count(long count, String one, String many) {
        return Show.number(count) + " " + (count == 1 ? one : many);
    }
}
