package dev.rota.engine.machine;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Limits;
import dev.rota.engine.Output;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.UnitState;
import dev.rota.engine.Version;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The outputs of one unit at a log record: its decisions, numbered without gaps, and the room left for more. */
final class UnitOutputs {

    private final String unit;
    private final StepLimit limit;
    private final List<Decision> decided = new ArrayList<>();
    private long seq;

    /** The number of bytes emitted by the current step. */
    private long stepBytes;

    UnitOutputs(String unit, StepLimit limit, long seq) {
        this.unit = unit;
        this.limit = limit;
        this.seq = seq;
    }

    /** Begins a log record, with no decisions yet. */
    void begin() {
        decided.clear();
        stepBytes = 0;
    }

    /** Begins a step of the same record. */
    void beginStep() {
        stepBytes = 0;
    }

    List<Decision> decided() {
        return decided;
    }

    /** Returns the number of the latest decision. */
    long seq() {
        return seq;
    }

    long stepBytes() {
        return stepBytes;
    }

    boolean hasRoom() {
        return stepBytes < limit.outputBytesMax();
    }

    /** Returns whether there is a decision that is not a rejection. */
    boolean hasDecision() {
        return decided.stream().anyMatch(decision -> !(decision.value() instanceof Rejection));
    }

    <T extends SpecificRecord> void emit(Output<T> output, String key, T value, Position cause, int rules, long now) {
        byte[] avro = output.encode(value, rules);
        if (avro.length > Limits.OUTPUT_BYTES_MAX) {
            throw new IllegalStateException("expected an output of at most " + Limits.OUTPUT_BYTES_MAX
                    + " bytes, but one for " + output.topic() + " has " + avro.length);
        }
        stepBytes += avro.length + key.length() + Limits.OUTPUT_FRAME_BYTES;
        if (stepBytes > limit.outputBytesCeiling()) {
            throw new IllegalStateException("expected a step's outputs to have at most "
                    + limit.outputBytesCeiling() + " bytes, but they have " + stepBytes
                    + "; a scheduler continues in a following step when there is no room");
        }
        decided.add(new Decision(output, unit, ++seq, cause, rules, now, key, value, avro));
    }

    /** Emits a checkpoint, which is not a decision and has no number. */
    void checkpoint(Domain domain, UnitState state, Position cause, int rules) {
        Checkpoint checkpoint = new Checkpoint(
                domain.name(),
                unit,
                seq,
                cause.partition(),
                cause.offset(),
                Chain.hex(state.getChain()),
                state.getAccepted(),
                rules,
                Version.OF_JAR,
                null);
        Output<Checkpoint> output = domain.checkpoints();
        byte[] avro = output.encode(checkpoint, rules);
        decided.add(new Decision(output, unit, 0, cause, rules, state.getNow(), unit, checkpoint, avro));
    }
}
