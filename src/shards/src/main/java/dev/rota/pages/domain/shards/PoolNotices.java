package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Notice;
import dev.rota.shards.view.PoolState;
import dev.rota.shards.view.PoolState.QueuedShard;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the reasons why shards of a pool wait that an operator can change. */
final class PoolNotices {

    /** The number of notices of each sort. Further ones are counted. */
    private static final int EACH_MAX = 4;

    /** The number of quanta after which a shard's wait is reported. */
    private static final int QUANTA = 100;

    /** The time below which a wait is not reported. */
    private static final long WAIT_MS_MIN = 5_000;

    private final PoolState state;
    private final List<ShardStay> stays;
    private final Links links;
    private final long now;
    private final List<Notice> notices = new ArrayList<>();

    PoolNotices(PoolState state, List<ShardStay> stays, Links links, long now) {
        this.state = state;
        this.stays = stays;
        this.links = links;
        this.now = now;
    }

    List<Notice> all() {
        PoolState.Slots slots = state.slots();
        long queued = state.queued();
        if (queued > 0 && slots.workers() == 0) {
            notices.add(new Notice("The pool has no workers, and " + shards(queued) + ".", ""));
        } else if (queued > 0 && slots.sick() + slots.draining() == slots.workers()) {
            notices.add(new Notice("All workers are sick or draining, and " + shards(queued) + ".", ""));
        }
        waits();
        workers();
        stopped();
        return notices;
    }

    private static String shards(long queued) {
        return Show.count(queued, "shard waits", "shards wait");
    }

    private void waits() {
        if (state.queue().isEmpty()) {
            return;
        }
        QueuedShard head = state.queue().get(0);
        long waited = now - head.since();
        if (waited > Math.max(WAIT_MS_MIN, QUANTA * state.policy().quantumMs())) {
            String id = head.shard();
            notices.add(new Notice(
                    "Shard " + Show.text(id) + " is first in the queue and has waited for "
                            + Show.lasting(head.since(), now) + ".",
                    links.url("shard", id)));
        }
    }

    private void workers() {
        List<PoolState.WorkerLine> troubled = state.troubled();
        for (PoolState.WorkerLine worker : troubled.subList(0, Math.min(troubled.size(), EACH_MAX))) {
            String id = worker.worker();
            notices.add(new Notice(
                    "Worker " + Show.text(id) + " " + WorkerSlots.trouble(worker) + ".", links.url("worker", id)));
        }
        int more = state.troubledCount() - EACH_MAX;
        if (more > 0) {
            notices.add(new Notice(Show.number(more) + " more workers are sick, draining, silent or stuck.", ""));
        }
    }

    /** Adds a notice for each shard that a control stopped, among the latest changes. */
    private void stopped() {
        Map<String, ShardStay> last = new TreeMap<>();
        stays.forEach(stay -> last.put(stay.shard(), stay));
        List<ShardStay> stopped = last.values().stream()
                .filter(stay -> stay.cause().equals("PAUSED") || stay.cause().equals("CLOSED"))
                .toList();
        for (ShardStay stay : stopped.subList(0, Math.min(stopped.size(), EACH_MAX))) {
            long pending = stay.begun().getPending();
            notices.add(new Notice(
                    "Shard " + Show.text(stay.shard()) + " was " + stay.cause() + " "
                            + Show.ago(stay.from(), now) + " with "
                            + Show.count(pending, "pending transaction", "pending transactions") + ".",
                    links.url("shard", stay.shard())));
        }
        if (stopped.size() > EACH_MAX) {
            notices.add(new Notice(
                    Show.number(stopped.size() - EACH_MAX) + " more shards were paused or closed lately.", ""));
        }
    }
}
