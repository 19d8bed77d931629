package dev.rota.workload.chunks;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerPing;
import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The words in which the record of a network is changed. */
final class ChunksVocabulary implements Vocabulary {

    @Override
    public String key(SpecificRecord event) {
        if (event instanceof WorkerEvent worker) {
            return worker.getWorker();
        }
        return event instanceof ListingEvent listing ? listing.getDataset() : "";
    }

    /** Returns the worker that pings or leaves; other events about it are an operator's. */
    @Override
    public @Nullable String party(SpecificRecord event) {
        return event instanceof WorkerEvent worker
                        && (worker.getEvent() instanceof WorkerPing || worker.getEvent() instanceof WorkerGone)
                ? worker.getWorker()
                : null;
    }

    @Override
    public @Nullable String kind(SpecificRecord event) {
        return event instanceof WorkerEvent worker && worker.getEvent() instanceof WorkerPing ping
                ? ping.getCapacityBytes() + " bytes, version " + ping.getVersion()
                : null;
    }

    /** Returns the event for another worker, whose id is a text even if that of the first one is in hex. */
    @Override
    public SpecificRecord copyOfParty(SpecificRecord event, String end) {
        WorkerEvent worker = (WorkerEvent) event;
        return new WorkerEvent(worker.getNetwork(), worker.getWorker() + end, worker.getEvent());
    }

    @Override
    public SpecificRecord leaving(SpecificRecord last) {
        WorkerEvent worker = (WorkerEvent) last;
        return new WorkerEvent(worker.getNetwork(), worker.getWorker(), new WorkerGone());
    }

    /** Returns null: chunks are no load that comes again under other ids. */
    @Override
    public @Nullable SpecificRecord copyOfRequest(SpecificRecord event, String end) {
        return null;
    }

    @Override
    public SpecificRecord withPolicy(SpecificRecord event, UnaryOperator<SpecificRecord> change) {
        return event instanceof PlacementPolicy policy ? change.apply(policy) : event;
    }

    @Override
    public Happening policy(String unit, @Nullable SpecificRecord last, UnaryOperator<SpecificRecord> change) {
        SpecificRecord before =
                last == null ? PlacementPolicy.newBuilder().setNetwork(unit).build() : last;
        return new Happening(0, ChunksTopics.POLICIES, change.apply(before), false);
    }

    @Override
    public @Nullable Happening quota(String unit, UnaryOperator<SpecificRecord> change) {
        return null;
    }
}
