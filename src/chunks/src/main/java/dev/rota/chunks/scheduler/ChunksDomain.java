package dev.rota.chunks.scheduler;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.EpochRequest;
import dev.rota.chunks.ListingEvent;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.WorkerEvent;
import dev.rota.chunks.epoch.EpochDue;
import dev.rota.chunks.explain.ChunkExplainer;
import dev.rota.chunks.explain.ChunksSentence;
import dev.rota.chunks.explain.PlanInquiry;
import dev.rota.chunks.explain.RouteInquiry;
import dev.rota.chunks.explain.WalkInquiry;
import dev.rota.chunks.export.EpochExport;
import dev.rota.chunks.export.ReaderFiles;
import dev.rota.chunks.tables.ChunksLimits;
import dev.rota.chunks.tables.ChunksTables;
import dev.rota.chunks.view.ChunkPage;
import dev.rota.chunks.view.DatasetPage;
import dev.rota.chunks.view.ListingPage;
import dev.rota.chunks.view.MetricsPage;
import dev.rota.chunks.view.NetworkGauges;
import dev.rota.chunks.view.NetworkPages;
import dev.rota.chunks.view.NetworkState;
import dev.rota.chunks.view.RoutesPage;
import dev.rota.chunks.view.StatusPage;
import dev.rota.chunks.view.WorkerPage;
import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import dev.rota.engine.UnitGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecord;

/** The scheduler of data chunks to workers. A unit is one network with its chunks, its workers and its policy. */
public final class ChunksDomain implements Domain {

    private final EpochDue epochDue;

    public ChunksDomain() {
        this(EpochDue.PUBLISH);
    }

    ChunksDomain(EpochDue epochDue) {
        this.epochDue = epochDue;
    }

    /**
     * Returns one of four inquiries. {@code chunk}: which workers hold a chunk by the assignment in force. {@code
     * walk}: why the replicas of a {@code chunk} are where an {@code epoch} placed them, by default the one in force.
     * {@code route}: which workers readers may use for a {@code chunk}. {@code plan}: what the next epoch would change if it were made now, with the words {@code remove}, {@code add},
     * {@code drain} and {@code epochs}, and maybe another policy and listings.
     */
    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        return switch (asked.name()) {
            case ChunkExplainer.KIND -> new ChunkExplainer(asked.subject().id());
            case WalkInquiry.NAME -> new WalkInquiry(asked, ChunksDomain::new);
            case RouteInquiry.NAME -> new RouteInquiry(asked);
            case PlanInquiry.NAME -> new PlanInquiry(asked, ChunksDomain::new);
            default -> throw asked.subject().unknownTo(this);
        };
    }

    @Override
    public String name() {
        return "chunks";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(
                new Input<>(ChunksTopics.LISTINGS, ListingEvent.class, ChunksAdmission::listing).notHeard(),
                new Input<>(ChunksTopics.WORKERS, WorkerEvent.class, ChunksAdmission::worker),
                new Input<>(ChunksTopics.POLICIES, PlacementPolicy.class, ChunksAdmission::policy).notHeard(),
                new Input<>(ChunksTopics.REQUESTS, EpochRequest.class, ChunksAdmission::request).notHeard());
    }

    @Override
    public List<Output<?>> decisions() {
        return ChunksTopics.DECISIONS;
    }

    @Override
    public List<ChunksReason> reasons() {
        return List.of(ChunksReason.values());
    }

    @Override
    public List<TableType<?>> tables() {
        return ChunksTables.ALL;
    }

    /** Returns one role: operators that plan and export epochs. */
    @Override
    public List<ClientRole> clientRoles() {
        return List.of(planner());
    }

    /** Returns the role of operators that plan and export assignments. */
    public ClientRole planner() {
        List<String> reads =
                new ArrayList<>(outputs().stream().map(Output::topic).toList());
        reads.add(log());
        return ClientRole.of("chunks", reads, List.of());
    }

    @Override
    public List<Output<?>> explainedFrom() {
        return List.of(ChunksTopics.EPOCHS);
    }

    @Override
    public List<UnitGauge> gauges() {
        return NetworkGauges.ALL;
    }

    @Override
    public List<String> subjects() {
        return List.of(ChunkExplainer.KIND);
    }

    @Override
    public int stepOutputBytesMax() {
        return ChunksLimits.STEP_OUTPUT_BYTES_MAX;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new ChunksScheduler(epochDue, NetworkPages::of, NetworkGauges::read);
    }

    /**
     * Returns the whole assignment of an epoch as one document, assembled from the outputs.
     *
     * @param epoch the number of the epoch, or null for the last published one
     * @throws dev.rota.engine.NotThere if there is no such assignment, or it is incomplete
     */
    public SpecificRecord export(OutputRecords outputs, String network, @Nullable Long epoch) {
        return EpochExport.of(outputs, network, epoch);
    }

    /**
     * Returns a reader of a network's outputs for programs that read files. Each call reads on in the outputs, states a
     * time as that of the reading, and returns the documents that are new, by the names of their files and in the order
     * in which they are to be written; none if only the next call will know more. It throws {@link
     * dev.rota.engine.NotThere} if there is no published epoch, or records are missing.
     */
    public BiFunction<OutputRecords, Long, Map<String, SpecificRecord>> files(String network) {
        return new ReaderFiles(network)::read;
    }

    @Override
    public SortedMap<String, String> pages() {
        TreeMap<String, String> pages = new TreeMap<>();
        pages.put(StatusPage.NAME, StatusPage.TYPE);
        pages.put(MetricsPage.NAME, MetricsPage.TYPE);
        pages.put(NetworkState.NAME, StatusPage.TYPE);
        pages.put(NetworkPages.POLICY, StatusPage.TYPE);
        pages.put(RoutesPage.NAME, StatusPage.TYPE);
        pages.put(RoutesPage.PACKED, WorkerPage.PACKED_TYPE);
        pages.put(ChunkPage.NAME, StatusPage.TYPE);
        pages.put(ListingPage.NAME, StatusPage.TYPE);
        pages.put(DatasetPage.NAME, StatusPage.TYPE);
        pages.put(WorkerPage.NAME, StatusPage.TYPE);
        pages.put(WorkerPage.PACKED, WorkerPage.PACKED_TYPE);
        return pages;
    }

    @Override
    public String sentence(SpecificRecord decision) {
        return ChunksSentence.of(decision);
    }
}
