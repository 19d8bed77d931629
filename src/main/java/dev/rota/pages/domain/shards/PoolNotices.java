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

/** What keeps shards of a pool waiting that somebody could change. */
final class PoolNotices {

    /** Of each sort; more are counted. */
    private static final int EACH_MAX = 4;

    /** A shard that waits this many quanta is worth a look. */
    private static final int QUANTA = 100;

    /** Less is no wait that anybody would notice. */
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

    /** Shards that a control stopped, as far as the latest changes tell. */
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
