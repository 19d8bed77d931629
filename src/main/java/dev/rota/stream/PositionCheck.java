package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.rows.Applied;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.log.LogAccess.Unavailable;

/** Compares the position that the rows of a partition hold with its log: the rows may be those of another log. */
final class PositionCheck {

    private final String name;
    private final int partition;
    private final LogAccess log;

    PositionCheck(String name, int partition, LogAccess log) {
        this.name = name;
        this.partition = partition;
        this.log = log;
    }

    /** Why the log cannot be continued after the last record applied; null if it can. */
    @Nullable
    String objection(Extent extent, @Nullable Applied applied) throws Unavailable {
        long next = applied == null ? 0 : applied.offset() + 1;
        if (extent.topicId().isEmpty()) {
            return "expected the log " + name + ", but there is no such topic";
        }
        if (applied != null && !applied.log().equals(extent.topicId())) {
            return "expected the log topic " + applied.log() + ", but " + name + " is now " + extent.topicId()
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
            for (Delivered there : log.read(partition, applied.offset(), next).records()) {
                if (there.at().time() != applied.time() || !there.digest().equals(applied.digest())) {
                    return "expected the record that was applied at offset " + applied.offset()
                            + ", but there is another one now. Restore the log, or begin under a new topic.prefix";
                }
            }
        }
        return null;
    }
}
