package dev.rota.stream.partition;

import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Slice;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.partition.Standings.Standing;

/** Waits at a record that cannot be decided, and searches the log for a void record that names it. */
final class Halted implements PartitionMode {

    private final Delivered record;
    private final String sentence;
    private final PartitionMode former;
    private final Steps steps;
    private final LogApplier applier;
    private final LogAccess log;
    private final Transitions transitions;

    /** The log offset at which the search continues. */
    private long lookedTo;

    /** @param former the mode in which the record failed */
    Halted(
            Delivered record,
            String sentence,
            PartitionMode former,
            Steps steps,
            LogApplier applier,
            LogAccess log,
            Transitions transitions) {
        this.record = record;
        this.sentence = sentence;
        this.former = former;
        this.steps = steps;
        this.applier = applier;
        this.log = log;
        this.transitions = transitions;
        this.lookedTo = record.offset() + 1;
    }

    @Override
    public void advance() throws Unavailable {
        Slice slice = log.read(record.at().partition(), lookedTo, Long.MAX_VALUE);
        for (Delivered each : slice.records()) {
            if (each.isVoid()
                    && steps.parse(each) instanceof LogRecord.Voiding voiding
                    && voiding.offset() == record.offset()) {
                lookedTo = each.offset() + 1;
                skip(voiding);
                return;
            }
        }
        lookedTo = slice.next();
    }

    private void skip(LogRecord.Voiding voiding) {
        if (applier.skip(record, voiding)) {
            transitions.resume(former, voiding);
        }
    }

    @Override
    public Standing standing() {
        return new Standing(record.offset(), true, sentence);
    }

    @Override
    public boolean hasAllRows() {
        return former.hasAllRows();
    }
}
