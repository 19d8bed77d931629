package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.Applied;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.partition.Standings.Standing;
import org.apache.kafka.common.TopicPartition;

/** Compares the position that the rows contain with the log, before anything is applied: it may be another log. */
final class Unchecked implements PartitionMode {

    private final TopicPartition name;
    private final Steps steps;
    private final PartitionRows rows;
    private final LogAccess log;
    private final RebuildRequest request;
    private final Deliveries deliveries;
    private final LogApplier applier;
    private final Transitions transitions;

    Unchecked(
            TopicPartition name,
            Steps steps,
            PartitionRows rows,
            LogAccess log,
            RebuildRequest request,
            Deliveries deliveries,
            LogApplier applier,
            Transitions transitions) {
        this.name = name;
        this.steps = steps;
        this.rows = rows;
        this.log = log;
        this.request = request;
        this.deliveries = deliveries;
        this.applier = applier;
        this.transitions = transitions;
    }

    @Override
    public void advance() throws Unavailable {
        steps.machine().requireKnownRules();
        Extent extent = log.extent(name.partition());
        Applied applied = steps.applied();
        String objection = objection(extent, applied);
        Rebuild rebuild = objection == null ? Rebuild.needed(name, rows, steps, request, extent, applied) : null;
        if (rebuild != null && rebuild.wipes()) {
            applied = null;
            objection = objection(extent, null);
        }
        applier.resumeAt(next(applied));
        deliveries.begin(extent, applier.next());
        if (objection != null) {
            transitions.stop(objection);
            return;
        }
        steps.log(extent.topicId());
        if (rebuild == null) {
            transitions.proceed();
        } else {
            transitions.rebuild(rebuild);
        }
    }

    private static long next(@Nullable Applied applied) {
        return applied == null ? 0 : applied.offset() + 1;
    }

    /** Returns why the log cannot be continued after the last record applied; null if it can. */
    private @Nullable String objection(Extent extent, @Nullable Applied applied) throws Unavailable {
        String topic = name.topic();
        long next = next(applied);
        if (extent.topicId().isEmpty()) {
            return "expected the log " + topic + ", but there is no such topic";
        }
        if (applied != null && !applied.log().equals(extent.topicId())) {
            return "expected the log topic " + applied.log() + ", but " + topic + " is now " + extent.topicId()
                    + ": it was deleted and created again. Begin under a new topic.prefix";
        }
        if (extent.begin() > next) {
            return "expected to resume at offset " + next + ", but the log begins at " + extent.begin()
                    + ": records that were never applied are deleted. Restore the log, or begin under a new"
                    + " topic.prefix";
        }
        if (extent.end() < next) {
            return "expected the log to reach offset " + next + ", but it ends at " + extent.end()
                    + ": records that were applied are lost. Restore the log, or begin under a new topic.prefix";
        }
        if (applied != null && applied.offset() >= extent.begin()) {
            for (Delivered there :
                    log.read(name.partition(), applied.offset(), next).records()) {
                if (there.at().time() != applied.time() || !there.digest().equals(applied.digest())) {
                    return "expected the record that was applied at offset " + applied.offset()
                            + ", but there is another one now. Restore the log, or begin under a new topic.prefix";
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable Standing standing() {
        return null;
    }

    @Override
    public boolean hasAllRows() {
        return rows.rebuild() == null;
    }
}
