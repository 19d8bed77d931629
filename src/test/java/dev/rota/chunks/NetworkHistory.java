package dev.rota.chunks;

import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Checks one network's decisions in their order, as a consumer could that knows its policy and its workers. */
public final class NetworkHistory {

    /** The network's name. */
    public static final String NETWORK = RandomHistory.NETWORK;

    private final ChunksInvariants invariants = new ChunksInvariants();
    private final List<Epoch> epochs = new ArrayList<>();
    private final List<TimedDecision> told = new ArrayList<>();

    /** Takes an event that the network was sent before its first decision. */
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

    /** The epochs so far. */
    public List<Epoch> epochs() {
        return epochs;
    }
}
