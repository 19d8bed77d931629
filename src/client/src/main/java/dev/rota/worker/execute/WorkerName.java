package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.kafka.KeyTail;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.shards.WorkerChange;
import dev.rota.worker.PoolFilter;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the registrations under a worker's name in its pool: two processes under one name would take each other's
 * turns. One thread uses it at a time.
 */
final class WorkerName implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerName.class);

    private static final Duration POLL = Duration.ofMillis(100);

    /** The maximum time after a lost worker's timeout until the pool announces its loss. */
    private static final long LOST_MS_MAX = 5_000;

    /**
     * The fate of an incarnation.
     *
     * @param superseded whether another one has replaced it
     * @param lostBefore the number of the pool's output that declared it lost, and with it the turns of all outputs before,
     *     or 0
     * @param protocol the protocol that it may speak, or 0 if the pool has not announced that
     */
    record Standing(boolean superseded, long lostBefore, int protocol) {}

    private final WorkerTerms terms;
    private final Wire wire;
    private final FormerIncarnations former;
    private final PoolFilter own;
    private final KeyTail tail;

    WorkerName(
            WorkerTerms terms, FormerIncarnations former, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.former = former;
        this.wire = wire;
        this.own = new PoolFilter(terms.pool());
        this.tail = terms.takeOver()
                ? KeyTail.fromNow(topic, terms.worker(), consumer, WorkerRefused::new)
                : KeyTail.fromBeginning(topic, terms.worker(), consumer, WorkerRefused::new);
    }

    /**
     * Waits while another process has the name, unless this one is to replace it, or the other is known to have ended.
     * The pool lets a silent worker have its name for a time that is measured in attended time, which does not pass while
     * brokers or schedulers are away, and which no clock of this process measures. So this waits until the pool announces
     * that the name is free, and logs reminders.
     */
    void awaitFree() throws UnreadableValue, InterruptedException {
        WorkerChange holder = null;
        while (!tail.isCaughtUp()) {
            holder = holder(holder);
        }
        if (holder == null) {
            return;
        }
        if (former.contains(holder.getIncarnation())) {
            LOG.info(
                    "Worker {} replaces its former process in pool {}, which has ended without leaving",
                    terms.worker(),
                    terms.pool());
            return;
        }
        LOG.info(
                "Worker {} is already registered in pool {}, as incarnation {}: waiting until it leaves, or is lost"
                        + " after {} s of silence, which counts only while brokers and schedulers respond. To replace"
                        + " it at once, use --take-over",
                terms.worker(),
                terms.pool(),
                holder.getIncarnation(),
                holder.getTimeoutMs() / 1_000);
        long reminded = System.nanoTime();
        while (holder != null) {
            if (System.nanoTime() - reminded >= (holder.getTimeoutMs() + LOST_MS_MAX) * 1_000_000) {
                reminded = System.nanoTime();
                LOG.warn(
                        "Worker {} of pool {} is still registered as incarnation {}. If that process runs, stop it or"
                                + " choose another name. If it has ended, wait: its silence counts only while brokers and"
                                + " schedulers respond. To replace it at once, use --take-over",
                        terms.worker(),
                        terms.pool(),
                        holder.getIncarnation());
            }
            holder = holder(holder);
        }
    }

    /** Returns the registration that has the name after the events since the last call, or null if the name is free. */
    private @Nullable WorkerChange holder(@Nullable WorkerChange before) throws UnreadableValue, InterruptedException {
        WorkerChange holder = before;
        for (ConsumerRecord<byte[], byte[]> record : tail.poll(POLL)) {
            WorkerChange change = change(record);
            if (change == null) {
                continue;
            }
            switch (change.getKind()) {
                case READY, DRAINING -> holder = change;
                case LOST, LEFT -> holder = null;
                case SICK, RECOVERED, SUPERSEDED -> {
                    // a worker that is gone may be sick too; one that has superseded another is ready
                }
            }
        }
        return holder;
    }

    /** Notes that this process is about to register. */
    void registers(String incarnation) {
        former.add(incarnation);
    }

    /** Returns what the pool has announced about this incarnation since the last call. */
    Standing standing(String incarnation) throws UnreadableValue, InterruptedException {
        boolean superseded = false;
        long lostBefore = 0;
        int protocol = 0;
        for (ConsumerRecord<byte[], byte[]> record : tail.poll(Duration.ZERO)) {
            WorkerChange change = change(record);
            if (change == null) {
                continue;
            }
            boolean own = change.getIncarnation().equals(incarnation);
            switch (change.getKind()) {
                case SUPERSEDED -> superseded |= own;
                case LOST -> lostBefore = own ? OutputSeq.of(record) : lostBefore;
                case SICK -> LOG.warn("Worker {} is sick: {}", terms.worker(), change.getReason());
                case RECOVERED -> LOG.info("Worker {} has recovered", terms.worker());
                case READY, DRAINING -> protocol = own ? change.getProtocol() : protocol;
                case LEFT -> {
                    // as it has announced itself
                }
            }
        }
        return new Standing(superseded, lostBefore, protocol);
    }

    private @Nullable WorkerChange change(ConsumerRecord<byte[], byte[]> record)
            throws UnreadableValue, InterruptedException {
        return own.mayHave(record)
                        && wire.read(record.topic(), record.value()) instanceof WorkerChange change
                        && change.getPool().equals(terms.pool())
                        && change.getWorker().equals(terms.worker())
                ? change
                : null;
    }

    @Override
    public void close() {
        tail.close();
    }
}
