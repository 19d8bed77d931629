package dev.rota.worker.execute;

import dev.rota.engine.Nullable;
import dev.rota.kafka.KeyTail;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.worker.PoolFilter;
import dev.rota.worker.WorkerRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows what becomes of a worker's name in its pool: two processes under one name would take each other's turns. One
 * thread uses it at a time.
 */
final class WorkerName implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerName.class);

    private static final Duration POLL = Duration.ofMillis(100);

    /** Until a lost worker is announced as such, after its timeout. */
    private static final long LOST_MS_MAX = 5_000;

    private final WorkerTerms terms;
    private final Wire wire;
    private final PoolFilter own;
    private final KeyTail tail;

    WorkerName(WorkerTerms terms, String topic, Wire wire, Consumer<byte[], byte[]> consumer) {
        this.terms = terms;
        this.wire = wire;
        this.own = new PoolFilter(terms.pool());
        this.tail = terms.takeOver()
                ? KeyTail.fromNow(topic, terms.worker(), consumer, WorkerRefused::new)
                : KeyTail.fromBeginning(topic, terms.worker(), consumer, WorkerRefused::new);
    }

    /**
     * Unless its place is to be taken, waits while another process has the name, for as long as the pool lets a silent
     * worker have it. That is attended time: while brokers or schedulers are away it does not pass, and no clock of this
     * process tells how much of it has. So it waits until the pool says that the name is free, and reminds its operator.
     */
    void awaitFree() throws UnreadableValue, InterruptedException {
        WorkerChange holder = null;
        while (!tail.isCaughtUp()) {
            holder = holder(holder);
        }
        if (holder == null) {
            return;
        }
        LOG.info(
                "Worker {} is in pool {} already, as incarnation {}: waiting for it to leave or to be lost, which takes"
                        + " {} s of silence",
                terms.worker(),
                terms.pool(),
                holder.getIncarnation(),
                holder.getTimeoutMs() / 1_000);
        long reminded = System.nanoTime();
        while (holder != null) {
            if (System.nanoTime() - reminded >= (holder.getTimeoutMs() + LOST_MS_MAX) * 1_000_000) {
                reminded = System.nanoTime();
                LOG.warn(
                        "Worker {} of pool {} is incarnation {} still, which is neither lost nor gone. If it runs, end it"
                                + " or choose another name; if it has ended, wait, since its silence counts only while"
                                + " brokers and schedulers answer, or take its place with --take-over",
                        terms.worker(),
                        terms.pool(),
                        holder.getIncarnation());
            }
            holder = holder(holder);
        }
    }

    /** Who has the name, after what has changed meanwhile; null: nobody. */
    private @Nullable WorkerChange holder(@Nullable WorkerChange before) throws UnreadableValue, InterruptedException {
        WorkerChange holder = before;
        for (WorkerChange change : changes(POLL)) {
            switch (change.getKind()) {
                case READY, DRAINING -> holder = change;
                case LOST, LEFT -> holder = null;
                case SICK, RECOVERED, SUPERSEDED -> {
                    // a worker that is gone may be sick too; who has superseded another is ready
                }
            }
        }
        return holder;
    }

    /** Whether another incarnation has taken this one's place since the last call. */
    boolean isSuperseded(String incarnation) throws UnreadableValue, InterruptedException {
        boolean superseded = false;
        for (WorkerChange change : changes(Duration.ZERO)) {
            superseded |= change.getKind() == WorkerChangeKind.SUPERSEDED
                    && change.getIncarnation().equals(incarnation);
            if (change.getKind() == WorkerChangeKind.SICK) {
                LOG.warn("Worker {} is sick: {}", terms.worker(), change.getReason());
            } else if (change.getKind() == WorkerChangeKind.RECOVERED) {
                LOG.info("Worker {} has recovered", terms.worker());
            }
        }
        return superseded;
    }

    private List<WorkerChange> changes(Duration patience) throws UnreadableValue, InterruptedException {
        List<WorkerChange> changes = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : tail.poll(patience)) {
            if (own.mayHave(record)
                    && wire.read(record.topic(), record.value()) instanceof WorkerChange change
                    && change.getPool().equals(terms.pool())
                    && change.getWorker().equals(terms.worker())) {
                changes.add(change);
            }
        }
        return changes;
    }

    @Override
    public void close() {
        tail.close();
    }
}
