package dev.rota.workload.chunks;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.engine.Decision;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import dev.rota.workload.whatif.Vocabulary;
import java.util.List;

/** Takes the workers of a network as they were recorded: an epoch follows from what is there, and nothing answers it. */
final class ChunksModel implements PartyModel {

    @Override
    public Learner learner(String unit, Tally recorded) {
        return new RecordedWorkers();
    }

    @Override
    public Vocabulary vocabulary() {
        return new ChunksVocabulary();
    }

    @Override
    public void count(Happening event, Tally tally) {
        tally.clock(event.time());
    }

    @Override
    public void count(Decision decision, Tally tally) {
        if (decision.value() instanceof Epoch epoch) {
            Group network = new Group("network", epoch.getNetwork());
            if (epoch.getStatus() != EpochStatus.PUBLISHED) {
                tally.add(network, "refused epochs");
                return;
            }
            tally.add(network, "epochs");
            tally.add(network, "replicas added", epoch.getReplicasAdded());
            tally.add(network, "replicas removed", epoch.getReplicasRemoved());
            tally.add(network, "bytes added", epoch.getBytesAdded());
            tally.amount(network, "bytes assigned", epoch.getBytesAssigned());
            tally.amount(network, "replicas", epoch.getReplicas());
            tally.amount(network, "unplaced chunks", epoch.getUnplaced());
        }
    }

    @Override
    public List<String> counts() {
        return List.of(
                "bytes added",
                "bytes assigned",
                "epochs",
                "refused epochs",
                "replicas",
                "replicas added",
                "replicas removed",
                "unplaced chunks");
    }

    @Override
    public List<String> limits() {
        return List.of(
                "workers report what they reported in the record: what they store, and which epoch they confirm; after its"
                        + " end they are silent",
                "listings do not react: chunks are listed and removed when they were in the record");
    }
}
