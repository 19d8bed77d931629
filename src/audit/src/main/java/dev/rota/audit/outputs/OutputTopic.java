package dev.rota.audit.outputs;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The records of one output topic that one log partition caused.
 *
 *
 * <p>A record is in the partition that its key mapped to when it was written. Partitions may have been added since, so
 * it is searched for under every partition count the topic can have had: from the log's, with which both were created,
 * to the current one. The scheduler writes in the order of causes, so the next record of a partition has the current
 * cause or a later one; a record with an earlier cause was never decided.
 */
final class OutputTopic {

    /** One partition of the topic. */
    static final class Trail {
        private final OutputReader reader;
        private final int logPartition;

        @Nullable
        private Caused head;

        /** True once one of its records was found; records deleted by retention can only precede it. */
        private boolean begun;

        Trail(OutputReader reader, int logPartition) {
            this.reader = reader;
            this.logPartition = logPartition;
        }

        /** Returns the next record without taking it, or null at the end. */
        @Nullable
        Caused head() {
            if (head == null) {
                head = reader.take(logPartition);
            }
            return head;
        }

        /** Returns the next record if it has been read already. */
        @Nullable
        Caused headIfRead() {
            if (head == null) {
                head = reader.takeIfRead(logPartition);
            }
            return head;
        }

        void skip() {
            head = null;
        }

        boolean mayBeDeleted() {
            return !begun && reader.beginsLate();
        }
    }

    private final String topic;
    private final int logPartitions;
    private final List<Trail> trails = new ArrayList<>();
    private final Consumer<Caused> undecided;

    /**
     * Creates the topic's trails.
     * @param undecided receives records that their named cause did not cause
     */
    OutputTopic(
            String topic, List<OutputReader> readers, int logPartition, int logPartitions, Consumer<Caused> undecided) {
        this.topic = topic;
        this.logPartitions = logPartitions;
        this.undecided = undecided;
        readers.forEach(reader -> trails.add(new Trail(reader, logPartition)));
    }

    List<Trail> trails() {
        return trails;
    }

    /** Returns the partition of a key, as text. */
    String place(byte[] key) {
        return topic + "/" + (trails.isEmpty() ? 0 : Partitions.of(key, trails.size()));
    }

    /**
     * Finds the expected record by unit and sequence number. Returns false if it is not the next one of any partition.
     */
    boolean find(ExpectedOutput wanted, long cause) {
        return search(wanted, cause, false);
    }

    /** Finds the record in the expected record's place. */
    boolean findSubstitute(ExpectedOutput wanted, long cause) {
        return search(wanted, cause, true);
    }

    private boolean search(ExpectedOutput wanted, long cause, boolean any) {
        int tried = -1;
        for (int partitions = trails.size(); partitions >= Math.min(logPartitions, trails.size()); partitions--) {
            int place = partitions == 0 ? -1 : Partitions.of(wanted.record.key(), partitions);
            if (place != tried && place >= 0) {
                tried = place;
                Trail trail = trails.get(place);
                wanted.deletable |= !any && trail.mayBeDeleted();
                if (take(trail, wanted, cause, any)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean take(Trail trail, ExpectedOutput wanted, long cause, boolean any) {
        Caused head = headFrom(trail, cause);
        if (head == null || head.cause() != cause || !(any || wanted.record.names(head))) {
            return false;
        }
        wanted.found = head;
        trail.begun = true;
        trail.skip();
        return true;
    }

    /** Finds the expected record in a partition that its key never mapped to. Returns null if there is none. */
    @Nullable
    Caused findElsewhere(ExpectedOutput wanted, long cause) {
        for (Trail trail : trails) {
            Caused head = headFrom(trail, cause);
            if (head != null && head.cause() == cause && wanted.record.names(head)) {
                trail.skip();
                return head;
            }
        }
        return null;
    }

    private @Nullable Caused headFrom(Trail trail, long cause) {
        Caused head = trail.head();
        while (head != null && head.cause() < cause) {
            undecided.accept(head);
            trail.skip();
            head = trail.head();
        }
        return head;
    }
}
