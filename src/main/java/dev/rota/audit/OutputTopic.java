package dev.rota.audit;

import dev.rota.engine.Nullable;
import dev.rota.kafka.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What one log partition caused in the partitions of one output topic.
 *
 * <p>A record stands in the partition that its key had when it was written. Partitions may have been added since, so it
 * is searched for under every number of partitions that the topic can have had: from the log's, with which both were
 * created, to today's. The scheduler writes in the order of causes, so the next record of a partition is either of the
 * cause at hand or of a later one; what names an earlier one was not decided.
 */
final class OutputTopic {

    /** One partition of it. */
    static final class Trail {
        private final OutputReader reader;
        private final int logPartition;

        @Nullable
        private Caused head;

        /** Whether one of its records was found. What retention has deleted lies before it. */
        private boolean begun;

        Trail(OutputReader reader, int logPartition) {
            this.reader = reader;
            this.logPartition = logPartition;
        }

        /** The next record, without taking it; null at the end. */
        @Nullable
        Caused head() {
            if (head == null) {
                head = reader.take(logPartition);
            }
            return head;
        }

        /** The next record if it was read already. */
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

    /** @param undecided gets the records that the log record they name did not cause */
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

    /** Where a record with this key belongs, as a text. */
    String place(byte[] key) {
        return topic + "/" + (trails.isEmpty() ? 0 : Partitions.of(key, trails.size()));
    }

    /** Takes the record that is this one, or says that it is; false where none of its partitions has it next. */
    boolean find(ExpectedOutput wanted, long cause) {
        return search(wanted, cause, false);
    }

    /** Takes the record that stands in its place. */
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

    /** A record that is this one, in a partition where its key cannot have put it; null where there is none. */
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
