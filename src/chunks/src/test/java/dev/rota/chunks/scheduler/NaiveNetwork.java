package dev.rota.chunks.scheduler;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.EpochEvent;
import dev.rota.chunks.EpochEventKind;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerPing;
import dev.rota.chunks.WorkerStatus;
import dev.rota.engine.IntakeReason;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A naive model of one network: it uses plain lists, walks the ring for every replica by itself, and computes all
 * statuses again after each event. It is slow, and obviously follows the rules.
 *
 * <p>Where the rules could be read in two ways, the model takes them literally: a ping under another text of a worker's
 * id is refused even where that worker has been silent for a day; {@code 0x} alone decodes to no bytes; a status
 * depends on a worker's version only where it is online; numbers of a version may have any length; times beyond the end
 * of time are at the end of time.
 */
final class NaiveNetwork {

    private static final String REJECTIONS = new ChunksDomain().rejections().topic();

    private final String network;
    private final NaiveCatalog catalog;
    private final NaiveWorkers workers;
    private final NaiveEpochs epochs;
    private final List<TimedDecision> told = new ArrayList<>();
    private PlacementPolicy policy;
    private long policyTime;
    private long epochDue = Long.MAX_VALUE;
    private long now;

    /** The time of the nameless unit, which receives the inputs that intake refuses. */
    private long namelessNow;

    NaiveNetwork(String network) {
        this.network = network;
        this.catalog = new NaiveCatalog(network);
        this.workers = new NaiveWorkers(network);
        this.epochs = new NaiveEpochs(network);
        this.policy = NaivePolicy.defaults(network);
    }

    NaiveCatalog catalog() {
        return catalog;
    }

    NaiveWorkers workers() {
        return workers;
    }

    long epochs() {
        return epochs.number();
    }

    PlacementPolicy policy() {
        return policy;
    }

    /** Returns when the earliest timer is due, or the greatest long if there is none. */
    long nextDue() {
        return workers.all().stream()
                .mapToLong(worker -> worker.nextDue(policy))
                .reduce(epochDue, Math::min);
    }

    /** Returns the decisions of a moment, including those of timers that were due before it. */
    List<TimedDecision> take(Moment moment) {
        told.clear();
        SpecificRecord event = moment.event();
        if (event == null) {
            fireTimers(moment.time());
            return List.copyOf(told);
        }
        IntakeReason refusal = NaiveIntake.refuses(event);
        if (refusal != null) {
            namelessNow = Math.max(namelessNow, moment.time());
            return List.of(new TimedDecision(namelessNow, REJECTIONS, "", refusal.name()));
        }
        fireTimers(moment.time());
        now = Math.max(now, moment.time());
        try {
            decide(event);
            confirm(event);
            statuses();
            converge();
        } catch (NaiveRejected e) {
            told.add(new TimedDecision(now, REJECTIONS, network, e.reason.name()));
        }
        return List.copyOf(told);
    }

    private void decide(SpecificRecord event) throws NaiveRejected {
        if (event instanceof ListingEvent listing) {
            catalog.take(listing).forEach(entry -> tell(ChunksTopics.CATALOG.topic(), entry.getDataset(), entry));
        } else if (event instanceof WorkerEvent worker) {
            workers.take(worker, now).forEach(this::tell);
        } else if (event instanceof PlacementPolicy fresh) {
            policy(fresh);
        } else if (event instanceof EpochRequest request) {
            epoch(!request.getUnbounded());
        }
    }

    private void policy(PlacementPolicy fresh) throws NaiveRejected {
        if (!NaivePolicy.valid(fresh)) {
            throw new NaiveRejected(ChunksReason.POLICY_INVALID);
        }
        policy = fresh;
        policyTime = now;
        Long every = fresh.getEpochEveryMs();
        epochDue = every == null ? Long.MAX_VALUE : NaiveEpochs.later(now, every);
    }

    /** Runs one step for each distinct time that is due. */
    private void fireTimers(long time) {
        for (long due = nextDue(); due <= time; due = nextDue()) {
            now = Math.max(now, due);
            workers.expire(now);
            statuses();
            if (epochDue == due) {
                epochDue = nextEpoch(time);
                epoch(true);
                statuses();
            }
            converge();
        }
    }

    /** Returns the first time after {@code time} at which the policy schedules an epoch. */
    private long nextEpoch(long time) {
        BigInteger every = BigInteger.valueOf(policy.getEpochEveryMs() == null ? 0 : policy.getEpochEveryMs());
        BigInteger from = BigInteger.valueOf(policyTime);
        BigInteger periods = BigInteger.valueOf(time).subtract(from).divide(every);
        return from.add(periods.add(BigInteger.ONE).multiply(every))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    private void epoch(boolean bounded) {
        for (SpecificRecord one : epochs.next(catalog, workers, policy, now, bounded)) {
            if (one instanceof WorkerAssignment assignment) {
                tell(ChunksTopics.ASSIGNMENTS.topic(), assignment.getWorker(), one);
            } else {
                tell(ChunksTopics.EPOCHS.topic(), network, one);
            }
        }
    }

    private void confirm(SpecificRecord event) {
        if (event instanceof WorkerEvent worker && worker.getEvent() instanceof WorkerPing ping) {
            epochs.confirm(workers.expect(worker.getWorker()), ping.getConfirmedEpoch());
        }
    }

    private void converge() {
        long converged = epochs.converged(workers, policy, now);
        if (converged > 0) {
            tell(
                    ChunksTopics.EPOCH_EVENTS.topic(),
                    network,
                    new EpochEvent(network, converged, EpochEventKind.CONVERGED, List.of()));
        }
    }

    private void statuses() {
        epochs.left(workers);
        workers.changes(policy, now).forEach(this::tell);
    }

    private void tell(WorkerStatus status) {
        tell(ChunksTopics.WORKER_STATUS.topic(), status.getWorker(), status);
    }

    private void tell(String topic, String key, SpecificRecord value) {
        told.add(new TimedDecision(now, topic, key, value));
    }
}
