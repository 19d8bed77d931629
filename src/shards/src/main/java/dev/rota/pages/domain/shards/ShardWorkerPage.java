package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.shards.WorkerView.PastTurn;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.shards.view.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The page of a worker: its current slots, from {@code state.json}, and its latest turns, from the topics. */
final class ShardWorkerPage {

    /** The number of the latest state changes of shards in which its turns are searched. */
    private static final int STATES_MAX = 600;

    private static final int PAST_MAX = 50;

    /** The number of shards that are drawn, which are the ones of its latest turns. */
    private static final int LANES_MAX = 12;

    private final UnitFacts facts;
    private final PoolState state;
    private final String worker;
    private final Links links;

    ShardWorkerPage(UnitFacts facts, PoolState state, String worker) {
        this.facts = facts;
        this.state = state;
        this.worker = worker;
        this.links = facts.links();
    }

    WorkerView view() {
        List<ShardStay> turns =
                ShardStay.of(facts.newest(EntryFilter.of(ShardsPages.STATES).and(this::isTurn), STATES_MAX)).stream()
                        .filter(stay -> stay.isRunning() && stay.worker().equals(worker))
                        .toList();
        Map<String, Long> dispatched = new TreeMap<>();
        turns.stream()
                .filter(stay -> stay.end() == null)
                .forEach(
                        stay -> dispatched.put(stay.shard() + "/" + stay.begun().getToken(), stay.from()));
        WorkerSlots slots = new WorkerSlots(state, links, dispatched, facts.now());
        List<PoolState.WorkerLine> now = now();
        List<PastTurn> past = new ArrayList<>();
        Map<String, Boolean> drawn = new TreeMap<>();
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (past.size() < PAST_MAX) {
                past.add(past(turns.get(i)));
            }
            if (drawn.size() < LANES_MAX) {
                drawn.put(turns.get(i).shard(), true);
            }
        }
        return new WorkerView(
                now.stream().map(slots::line).toList(),
                now.stream().flatMap(line -> slots.turns(line).stream()).toList(),
                new StayLanes(facts.now())
                        .of(
                                "Its latest turns, by shard",
                                turns.stream()
                                        .filter(stay -> drawn.containsKey(stay.shard()))
                                        .toList(),
                                ShardStay::shard,
                                shard -> links.url("shard", shard)),
                past);
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
