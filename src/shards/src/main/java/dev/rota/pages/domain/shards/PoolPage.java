package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.view.PoolState;
import dev.rota.shards.view.PoolState.DelayedLine;
import dev.rota.shards.view.PoolState.QueuedShard;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of a pool's state: its queue and workers, from {@code state.json}, and the recent use of slots, from the
 * topics.
 */
public final class PoolPage {

    /**
     * A shard in the queue.
     *
     * @param width its wait, of 100, relative to the longest wait
     * @param label the bar in words
     * @param remark an explanation of its position; empty if there is none
     */
    public record QueueLine(
            String position,
            String shard,
            String url,
            String since,
            String waited,
            String pending,
            int width,
            String label,
            String remark) {}

    /**
     * A shard that waits for the retry of its first transaction.
     *
     * @param left how long it still waits
     */
    public record DelayLine(
            String shard,
            String url,
            String until,
            String left,
            String retries,
            String failures,
            String pending,
            String reason) {}

    /** A dead letter. */
    public record LetterLine(
            String transaction,
            String url,
            String shard,
            String shardUrl,
            String reason,
            String message,
            String recordUrl,
            String time,
            String ago) {}

    private static final int QUEUE_MAX = 25;

    private static final int WORKERS_A_PAGE = 50;

    /** The number of the latest state changes of shards that are read. */
    private static final int STATES_MAX = 400;

    private static final int LETTERS_MAX = 8;

    private static final long SHORT_MS = 10_000;

    private final UnitFacts facts;
    private final Links links;
    private final PoolState state;
    private final PoolState.Slots slots;
    private final List<ShardStay> stays;
    private final SlotShares shares;
    private final Paging paging;
    private final boolean isThere;

    PoolPage(UnitFacts facts, Live<PoolState> live) {
        this.facts = facts;
        this.links = facts.links();
        this.state = live.page();
        this.isThere = live.isThere();
        this.slots = state.slots();
        this.stays = ShardStay.of(facts.newest(EntryFilter.of(ShardsPages.STATES), STATES_MAX));
        this.shares = new SlotShares(stays, links, facts.now());
        this.paging = new Paging(state.workers().size(), WORKERS_A_PAGE, facts.parameter("page"));
    }

    public String unit() {
        return facts.unit();
    }

    public List<Notice> notices() {
        return new PoolNotices(state, stays, links, facts.now()).all();
    }

    public List<WorkerLine> workers() {
        WorkerSlots workers = new WorkerSlots(links, facts.now());
        return paging.of(state.workers()).stream().map(workers::line).toList();
    }

    /** Returns links to the pages of workers. */
    public List<Link> pages() {
        return paging.links(page -> links.state("page", Paging.parameter(page)));
    }

    /** Returns the recent use of slots, and the waits for them. */
    public SlotShares shares() {
        return shares;
    }

    /** Returns a summary; empty if no instance answers. */
    public String sentence() {
        if (!isThere) {
            return "";
        }
        long queued = state.queued();
        long running = slots.running();
        long all = slots.slots();
        long workers = slots.workers();
        List<String> clauses = new ArrayList<>();
        clauses.add(
                queued == 0 || state.queue().isEmpty()
                        ? "No shard waits"
                        : Show.count(queued, "shard waits", "shards wait") + " for a turn, the first for "
                                + lasted(state.queue().get(0).since(), facts.now()));
        if (state.delayed() > 0) {
            clauses.add(Show.count(state.delayed(), "shard waits", "shards wait") + " for a retry");
        }
        clauses.add(
                workers == 0
                        ? "there is no worker"
                        : Show.number(running) + " of " + Show.count(all, "slot runs", "slots run") + " a shard");
        clauses.add(Show.count(state.pending(), "transaction is", "transactions are") + " in no block yet");
        long troubled = state.troubledCount();
        if (troubled > 0) {
            clauses.add(Show.number(troubled) + " of " + Show.count(workers, "worker", "workers")
                    + (troubled == 1 ? " needs" : " need") + " attention");
        }
        return String.join("; ", clauses) + ".";
    }

    public List<Figure> figures() {
        return List.of(
                figure("pending", "Pending transactions", state.pending()),
                figure("queued", "Shards PENDING", state.queued()),
                figure("delayed", "Shards DELAYED", state.delayed()),
                figure("running", "Shards RUNNING", state.running()),
                figure("workers", "Workers", slots.workers()),
                figure("slots", "Slots", slots.slots()),
                figure("free", "Slots free", slots.free()),
                figure("stuck", "Slots stuck", slots.stuck()),
                figure("sick", "Sick workers", slots.sick()),
                figure("draining", "Draining workers", slots.draining()));
    }

    private static Figure figure(String name, String label, long value) {
        return new Figure(name, label, Show.number(value));
    }

    public String queueCaption() {
        long queued = state.queued();
        return queued > QUEUE_MAX
                ? "The first " + QUEUE_MAX + " of " + Show.number(queued) + " shards in the queue"
                : Show.count(queued, "shard", "shards") + " in the queue";
    }

    public List<QueueLine> queue() {
        List<QueuedShard> shown = state.queue().stream().limit(QUEUE_MAX).toList();
        long longest = shown.stream()
                .mapToLong(shard -> facts.now() - shard.since())
                .max()
                .orElse(1);
        return shown.stream().map(shard -> queued(shard, Math.max(1, longest))).toList();
    }

    private QueueLine queued(QueuedShard shard, long longest) {
        String id = shard.shard();
        long since = shard.since();
        String notOn = shard.notOn();
        long losses = shard.losses();
        String waited = lasted(since, facts.now());
        return new QueueLine(
                String.valueOf(shard.position()),
                Show.text(id),
                links.url("shard", id),
                Show.time(since),
                waited,
                Show.number(shard.pending()),
                Show.percent(Math.max(1, facts.now() - since), longest),
                "waits for " + waited,
                notOn != null
                        ? "waits for another worker than " + Show.text(notOn)
                        : losses > 0 ? Show.count(losses, "turn", "turns") + " lost or failed in a row" : "");
    }

    public String delaysCaption() {
        long delayed = state.delayed();
        return delayed > QUEUE_MAX
                ? "The first " + QUEUE_MAX + " of " + Show.number(delayed) + " shards that wait for a retry"
                : Show.count(delayed, "shard waits", "shards wait") + " for a retry";
    }

    public List<DelayLine> delays() {
        return state.delays().stream().limit(QUEUE_MAX).map(this::delay).toList();
    }

    private DelayLine delay(DelayedLine shard) {
        return new DelayLine(
                Show.text(shard.shard()),
                links.url("shard", shard.shard()),
                Show.time(shard.until()),
                lasted(facts.now(), Math.max(facts.now(), shard.until())),
                Show.number(shard.retries()),
                Show.number(shard.failures()),
                Show.number(shard.pending()),
                Show.text(shard.reason()));
    }

    public String workersCaption() {
        long all = slots.workers();
        int listed = state.workers().size();
        return listed < all
                ? "The first " + Show.number(listed) + " by id of " + Show.number(all) + " workers"
                : Show.count(all, "worker", "workers");
    }

    public List<LetterLine> letters() {
        return facts.newest(EntryFilter.of(ShardsPages.DEAD_LETTERS), LETTERS_MAX).stream()
                .map(this::letter)
                .toList();
    }

    private LetterLine letter(Decided letter) {
        String transaction = letter.as(DeadLetter.class).getTransaction();
        String shard = letter.as(DeadLetter.class).getShard();
        return new LetterLine(
                Show.text(transaction),
                links.url("transaction", transaction),
                Show.text(shard),
                links.url("shard", shard),
                Show.text(letter.entry().kind()),
                Show.text(letter.as(DeadLetter.class).getMessage()),
                Url.record(letter.entry().at()),
                Show.time(letter.entry().time()),
                Show.ago(letter.entry().time(), facts.now()));
    }

    /** Returns a duration. Quanta are in milliseconds, so short durations are too. */
    static String lasted(long since, long now) {
        long ms = Math.max(0, now - since);
        return ms < SHORT_MS ? ms + " ms" : Show.lasting(since, now);
    }
}
