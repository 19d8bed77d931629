package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.WorkerLine.TurnLine;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.shards.view.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The page of a worker: its current slots, from {@code state.json}, and its latest turns, from the topics. */
public final class ShardWorkerPage {

    /** A turn, and how it ended. */
    public record PastTurn(String shard, String shardUrl, String from, String lasted, String end, String endUrl) {}

    /** The number of the latest state changes of shards in which its turns are searched. */
    private static final int STATES_MAX = 600;

    private static final int PAST_MAX = 50;

    /** The number of shards that are drawn, which are the ones of its latest turns. */
    private static final int LANES_MAX = 12;

    private final UnitFacts facts;
    private final PoolState state;
    private final String worker;
    private final Links links;
    private final WorkerSlots slots;
    private final List<ShardStay> latest;

    ShardWorkerPage(UnitFacts facts, PoolState state, String worker) {
        this.facts = facts;
        this.state = state;
        this.worker = worker;
        this.links = facts.links();
        this.slots = new WorkerSlots(links, facts.now());
        this.latest =
                ShardStay.of(facts.newest(EntryFilter.of(ShardsPages.STATES).and(this::isTurn), STATES_MAX)).stream()
                        .filter(stay -> stay.isRunning() && stay.worker().equals(worker))
                        .toList();
    }

    /** Returns its slots; empty if the worker is not present, or if no instance answers. */
    public List<WorkerLine> lines() {
        return now().stream().map(slots::line).toList();
    }

    public List<TurnLine> turns() {
        return now().stream().flatMap(line -> slots.turns(line).stream()).toList();
    }

    public Lanes lanes() {
        Set<String> drawn = new TreeSet<>();
        for (int i = latest.size() - 1; i >= 0 && drawn.size() < LANES_MAX; i--) {
            drawn.add(latest.get(i).shard());
        }
        return new StayLanes(facts.now())
                .of(
                        "Its latest turns, by shard",
                        latest.stream()
                                .filter(stay -> drawn.contains(stay.shard()))
                                .toList(),
                        ShardStay::shard,
                        shard -> links.url("shard", shard));
    }

    /** Returns its latest turns, newest first. */
    public List<PastTurn> past() {
        List<PastTurn> past = new ArrayList<>();
        for (int i = latest.size() - 1; i >= 0 && past.size() < PAST_MAX; i--) {
            past.add(past(latest.get(i)));
        }
        return past;
    }

    /**
     * Returns whether a record changes a shard's state. The changes of all shards are read, since the end of a turn
     * names no worker.
     */
    private boolean isTurn(Entry entry) {
        return !entry.kind().equals("RUNNING") || entry.mentions().contains(new Mention("worker", worker));
    }

    private List<PoolState.WorkerLine> now() {
        return Stream.concat(state.workers().stream(), state.troubled().stream())
                .filter(each -> each.worker().equals(worker))
                .limit(1)
                .toList();
    }

    private PastTurn past(ShardStay turn) {
        return new PastTurn(
                Show.text(turn.shard()),
                links.url("shard", turn.shard()),
                Show.time(turn.from()),
                turn.lasted(facts.now()) + " ms",
                turn.end() == null ? "runs" : Show.text(turn.endCause()) + (turn.isLost() ? ", lost" : ""),
                turn.end() == null ? "" : Url.record(turn.end().entry().at()));
    }
}
