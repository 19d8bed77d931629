package dev.rota.stream.partition;

import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogRecord;
import dev.rota.stream.log.Delivered;
import dev.rota.stream.log.LogAccess;
import dev.rota.stream.log.LogAccess.Unavailable;
import dev.rota.stream.outputs.CommittedOutputs;
import dev.rota.stream.outputs.CommittedOutputs.Diverged;
import dev.rota.stream.outputs.OutputAccess;
import dev.rota.stream.partition.Standings.Standing;
import java.util.HashMap;
import java.util.Map;

/** The second phase of a rebuild: reads which outputs are committed, so that they are not emitted again. */
final class ReadingOutputs implements PartitionMode {

    private final Rebuild rebuild;
    private final int partition;
    private final Steps steps;
    private final LogAccess log;
    private final OutputAccess outputs;
    private final LogApplier applier;
    private final Transitions transitions;

    private final CommittedOutputs committed;
    private @Nullable OutputAccess.Scan scan;

    ReadingOutputs(
            Rebuild rebuild,
            CommittedOutputs committed,
            int partition,
            Steps steps,
            LogAccess log,
            OutputAccess outputs,
            LogApplier applier,
            Transitions transitions) {
        this.rebuild = rebuild;
        this.committed = committed;
        this.partition = partition;
        this.steps = steps;
        this.log = log;
        this.outputs = outputs;
        this.applier = applier;
        this.transitions = transitions;
    }

    @Override
    public void advance() throws Unavailable {
        boolean isRead = false;
        boolean isNeeded = true;
        try {
            isRead = read();
            isNeeded = !isRead || committed.through() >= applier.next();
        } catch (Diverged e) {
            transitions.stop(e.sentence());
        } finally {
            if (isNeeded) {
                rebuild.mark();
            }
        }
        if (isRead && isNeeded) {
            transitions.reapply(rebuild, committed);
        } else if (isRead) {
            rebuild.end();
            transitions.proceed();
        }
    }

    /** Reads the next slice of the outputs; returns whether it was the last one. */
    private boolean read() throws Unavailable, Diverged {
        if (scan == null) {
            scan = outputs.scan(partition);
        }
        if (scan.read(committed::add)) {
            return false;
        }
        committed.complete(applier.next(), log.extent(partition), scan.beginsLate(), rebuild.decided());
        steps.compareWith(committed, voidings());
        return true;
    }

    /** Reads the void records that took effect, by the offset of the voided record. */
    private Map<Long, LogRecord.Voiding> voidings() throws Unavailable {
        Map<Long, LogRecord.Voiding> voidings = new HashMap<>();
        for (Map.Entry<Long, Long> each : committed.voids().entrySet()) {
            long at = each.getValue();
            for (Delivered there : log.read(partition, at, at + 1).records()) {
                if (steps.parse(there) instanceof LogRecord.Voiding voiding && voiding.offset() == each.getKey()) {
                    voidings.put(each.getKey(), voiding);
                }
            }
        }
        return voidings;
    }

    @Override
    public Standing standing() {
        String read = scan == null ? "0 records" : scan.progress();
        return new Standing(applier.next(), false, rebuild.sentence("reads the committed outputs, " + read));
    }

    @Override
    public boolean hasAllRows() {
        return false;
    }

    @Override
    public void close() {
        if (scan != null) {
            scan.close();
        }
    }
}
