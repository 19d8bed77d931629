package dev.rota.chunks;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Readings;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/** Schedules one network: passes events and timers to their rules. */
final class ChunksScheduler implements Scheduler {

    /**
     * The size of the rows that are read between two records, for a snapshot of a network that is not in memory: some
     * 65,000 chunks, in about 30 ms.
     */
    private static final long READ_BYTES_AT_ONCE = 4L << 20;

    private final EpochDue epochDue;
    private final Showing snapshot;

    private final BiConsumer<Network, Readings> gauges;

    /** A cache of the network's rows. */
    private @Nullable Network known;

    /**
     * Creates a scheduler for one network.
     *
     * @param snapshot makes the snapshot of a network that has been read completely
     * @param gauges reads a network's gauges
     */
    ChunksScheduler(EpochDue epochDue, Showing snapshot, BiConsumer<Network, Readings> gauges) {
        this.gauges = gauges;
        this.epochDue = epochDue;
        this.snapshot = snapshot;
    }

    /** Makes the snapshots of a network's pages. */
    @FunctionalInterface
    interface Showing {
        PageSnapshot of(Network network, String unit, long now);
    }

    @Override
    public void event(Step step, SpecificRecord event) {
        Network network = network(step);
        if (event instanceof ListingEvent listing) {
            new Listings(step, network, listing.getDataset()).take(listing.getEvent());
        } else if (event instanceof WorkerEvent worker) {
            news(step, network).take(worker);
        } else if (event instanceof PlacementPolicy policy) {
            new PolicyChanges(step, network).take(policy);
        } else if (event instanceof EpochRequest request) {
            epochDue.next(step, network, !request.getUnbounded());
        } else {
            throw new IllegalStateException("expected a network's event, but it is " + event.getSchema());
        }
        network.noteConvergence(step);
    }

    @Override
    public void timers(Step step, List<Key> due) {
        Network network = network(step);
        network.workers().fired(due);
        for (Key key : due) {
            switch (key.read().kind()) {
                case NetworkWorkers.JUDGE_ALL -> new PolicyChanges(step, network).judgeAll();
                case NetworkWorkers.SILENCE_ALARM -> news(step, network).silent(key);
                case PolicyChanges.EPOCH_ALARM -> {
                    new PolicyChanges(step, network).epochIsDue();
                    epochDue.next(step, network, true);
                }
                case NetworkWorkers.STATUSES_UNPUBLISHED -> network.workers().publishRest(step);
                case Backlog.CONTINUE -> network.backlog().publish(step);
                default -> throw new IllegalStateException("expected a network's timer, but it is " + key);
            }
        }
        network.noteConvergence(step);
    }

    @Override
    public @Nullable PageSnapshot snapshot(Tables tables, long now) {
        Network network = network(tables);
        return network.readSome(READ_BYTES_AT_ONCE) ? snapshot.of(network, tables.unit(), now) : null;
    }

    @Override
    public boolean read(Tables tables, long now, Readings readings) {
        // gauges need only its workers and totals, which are read at once
        gauges.accept(network(tables), readings);
        return true;
    }

    private static WorkerMembership news(Step step, Network network) {
        return new WorkerMembership(step, network);
    }

    private Network network(Tables tables) {
        if (known == null) {
            known = new Network(tables);
        }
        return known;
    }
}
