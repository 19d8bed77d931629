package dev.rota.chunks;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** One network's decisions in their order, as an outsider follows them who knows its policy and its workers. */
public final class NetworkHistory {

    /** Whose history it is. */
    public static final String NETWORK = RandomHistory.NETWORK;

    private final ChunksInvariants invariants = new ChunksInvariants();
    private final List<Epoch> epochs = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();

    /** Knows what was said to the network before it decided anything. */
    public void know(SpecificRecord event) {
        invariants.take(new Moment(0, event), List.of());
    }

    /** Takes the next decision; it holds together with those before it. */
    public void take(long time, SpecificRecord decision) {
        told.add(new Told(time, "", "", decision));
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
