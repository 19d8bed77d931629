package dev.rota.chunks.scheduler;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Checks one network's decisions in their order, as a consumer with its policy and its workers could. */
public final class NetworkHistory {

    public static final String NETWORK = RandomHistory.NETWORK;

    private final ChunksInvariants invariants = new ChunksInvariants();
    private final List<Epoch> epochs = new ArrayList<>();
    private final List<TimedDecision> told = new ArrayList<>();

    /** Takes an event that was sent to the network before its first decision. */
    public void know(SpecificRecord event) {
        invariants.take(new Moment(0, event), List.of());
    }

    /** Takes the next decision, and checks it against those before it. */
    public void take(long time, SpecificRecord decision) {
        told.add(new TimedDecision(time, "", "", decision));
        if (!(decision instanceof WorkerAssignment)) {
            invariants.take(new Moment(time, null), List.copyOf(told));
            told.clear();
        }
        if (decision instanceof Epoch epoch) {
            epochs.add(epoch);
        }
    }

    /** Returns the epochs so far. */
    public List<Epoch> epochs() {
        return epochs;
    }
}
