package dev.rota.chunks;

import dev.rota.chunks.explain.ChunkAddress;
import dev.rota.chunks.explain.ChunkExplainer;
import dev.rota.chunks.explain.ChunkExplanation;
import dev.rota.chunks.explain.ChunkWalks;
import dev.rota.chunks.explain.DecisionSentence;
import dev.rota.chunks.explain.PlanInquiry;
import dev.rota.chunks.explain.WalkInquiry;
import dev.rota.chunks.export.EpochExport;
import dev.rota.chunks.export.EpochHistory;
import dev.rota.chunks.view.ChunkPage;
import dev.rota.chunks.view.DatasetPage;
import dev.rota.chunks.view.ListingPage;
import dev.rota.chunks.view.MetricsPage;
import dev.rota.chunks.view.NetworkGauges;
import dev.rota.chunks.view.NetworkPage;
import dev.rota.chunks.view.NetworkSnapshot;
import dev.rota.chunks.view.PolicyPage;
import dev.rota.chunks.view.StatusPage;
import dev.rota.chunks.view.WorkerPage;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Explainer;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Subject;
import dev.rota.engine.TableType;
import dev.rota.engine.UnitGauge;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** The scheduler of data chunks to workers. A unit is one network with its chunks, its workers and its policy. */
public final class ChunksDomain implements Domain {

    public static final String LISTINGS = "chunks.listings";

    public static final String WORKERS = "chunks.workers";

    public static final String POLICIES = "chunks.policies";

    public static final String REQUESTS = "chunks.requests";

    public static final Output<Epoch> EPOCHS = Output.of("chunks.epochs", Epoch.class);

    public static final Output<WorkerAssignment> ASSIGNMENTS = Output.of("chunks.assignments", WorkerAssignment.class);

    public static final Output<CatalogEntry> CATALOG = Output.of("chunks.catalog", CatalogEntry.class);

    static final Output<WorkerStatus> WORKER_STATUS = Output.of("chunks.worker-status", WorkerStatus.class);

    public static final Output<EpochEvent> EPOCH_EVENTS = Output.of("chunks.epoch-events", EpochEvent.class);

    private final EpochDue epochDue;

    public ChunksDomain() {
        this(EpochDue.PUBLISH);
    }

    private ChunksDomain(EpochDue epochDue) {
        this.epochDue = epochDue;
    }

    /**
     * This domain for a replay up to this epoch, after which the tables are as they were then.
     *
     * @param first the first epoch to decide, by {@link #firstToDecide}
     */
    public Domain placing(long first, long epoch) {
        return new ChunksDomain(EpochDue.from(first, epoch, EpochDue.PUBLISH));
    }

    /**
     * The first epoch that a replay must decide for another: most epochs do not depend on those before them, but one
     * that keeps copies of unplaceable datasets does.
     */
    public long firstToDecide(OutputRecords outputs, String network, long epoch) {
        return new EpochHistory(outputs, network).firstToDecide(epoch);
    }

    /** The first epoch that a replay must decide to explain another: itself, where it published its target. */
    public long firstToExplain(OutputRecords outputs, String network, long epoch) {
        return new EpochHistory(outputs, network).firstToExplain(epoch);
    }

    /**
     * This domain for a replay that explains where an epoch places a chunk.
     *
     * @param first the first epoch to decide, by {@link #firstToExplain}
     * @param chunk as {@code DATASET/TOP/FIRST-LAST-HASH}
     * @param lines receives the lines when the epoch is due; not called if it never is
     * @throws IllegalArgumentException with a sentence if the address is malformed
     */
    public Domain explaining(long first, long epoch, String chunk, Consumer<List<String>> lines) {
        return walking(first, epoch, ChunkAddress.parse(chunk), walks -> lines.accept(walks.lines()));
    }

    private static ChunksDomain walking(long first, long epoch, ChunkAddress chunk, Consumer<ChunkWalks> walks) {
        return new ChunksDomain(EpochDue.from(first, epoch, (step, network, bounded) -> {
            walks.accept(ChunkExplanation.of(network, chunk, bounded, step::parallel));
            network.letEpochGoBy(step);
        }));
    }

    /** Whether a decision lists a chunk. */
    public boolean lists(Decision decision, String chunk) {
        return ChunkAddress.parse(chunk).isListedBy(decision);
    }

    /** The number of the epoch whose assignment is in force; 0 if there is none. */
    public long inForce(OutputRecords outputs, String network) {
        @Nullable OutputRecord<Epoch> epoch = new EpochHistory(outputs, network).inForce();
        return epoch == null ? 0 : epoch.value().getEpoch();
    }

    /** Workers with capacities, of pairs as {@code WORKER=BYTES}; {@link IllegalArgumentException} if one is malformed. */
    public static Map<String, Long> capacities(List<String> pairs) {
        return PlanInquiry.capacities(pairs);
    }

    /**
     * Knows two questions. {@code plan}: what the next epoch would change if it were made now, with the words {@code
     * remove}, {@code add} and {@code drain}, and maybe another policy. {@code walk}: why the replicas of a {@code chunk}
     * are where an {@code epoch} placed them, by default the one in force.
     */
    @Override
    public Inquiry inquiry(String network, Inquiry.Asked asked, OutputRecords outputs) {
        return switch (asked.name()) {
            case PlanInquiry.NAME -> {
                Map<String, Long> added = PlanInquiry.capacities(asked.all(PlanInquiry.ADD));
                long inForce = inForce(outputs, network);
                yield new PlanInquiry(
                        placing(firstToDecide(outputs, network, inForce), inForce), network, inForce, asked, added);
            }
            case WalkInquiry.NAME -> {
                ChunkAddress chunk = ChunkAddress.parse(asked.first(WalkInquiry.CHUNK));
                String number = asked.first(WalkInquiry.EPOCH);
                long epoch = number.isEmpty() ? inForce(outputs, network) : epoch(number);
                if (epoch == 0) {
                    throw new NotThere("expected a published epoch of network " + network + ", but there is none");
                }
                long first = firstToExplain(outputs, network, epoch);
                yield new WalkInquiry(network, chunk, epoch, walks -> walking(first, epoch, chunk, walks));
            }
            default -> throw asked.unknownTo(this);
        };
    }

    private static long epoch(String number) {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected the number of an epoch, but it is '" + number + "'");
        }
    }

    @Override
    public String name() {
        return "chunks";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(
                new Input<>(LISTINGS, ListingEvent.class, ChunksAdmission::listing),
                new Input<>(WORKERS, WorkerEvent.class, ChunksAdmission::worker),
                new Input<>(POLICIES, PlacementPolicy.class, ChunksAdmission::policy),
                new Input<>(REQUESTS, EpochRequest.class, ChunksAdmission::request));
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(EPOCHS, ASSIGNMENTS, CATALOG, WORKER_STATUS, EPOCH_EVENTS);
    }

    @Override
    public List<TableType<?>> tables() {
        return ChunksTables.ALL;
    }

    @Override
    public List<UnitGauge> gauges() {
        return NetworkGauges.ALL;
    }

    @Override
    public List<String> subjects() {
        return List.of("chunk");
    }

    /**
     * Explains a chunk, as {@code DATASET/TOP/FIRST-LAST-HASH}, by the assignment in force. Why its replicas are where
     * they are only {@link #explaining} tells, which places the epoch again.
     */
    @Override
    public Explainer explainer(Subject subject) {
        if (!subject.kind().equals("chunk")) {
            throw subject.unknownTo(this);
        }
        return new ChunkExplainer(ChunkAddress.parse(subject.id()));
    }

    @Override
    public int stepOutputBytesMax() {
        return ChunksLimits.STEP_OUTPUT_BYTES_MAX;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new ChunksScheduler(epochDue, NetworkSnapshot::of, NetworkGauges::read);
    }

    /**
     * The whole assignment of an epoch as one document, assembled from the outputs.
     *
     * @param epoch null for the last published one
     * @throws dev.rota.engine.NotThere if there is no such assignment, or it is incomplete
     */
    public SpecificRecord export(OutputRecords outputs, String network, @Nullable Long epoch) {
        return EpochExport.of(outputs, network, epoch);
    }

    @Override
    public SortedMap<String, String> pages() {
        TreeMap<String, String> pages = new TreeMap<>();
        pages.put(StatusPage.NAME, StatusPage.TYPE);
        pages.put(MetricsPage.NAME, MetricsPage.TYPE);
        pages.put(NetworkPage.NAME, StatusPage.TYPE);
        pages.put(PolicyPage.NAME, StatusPage.TYPE);
        pages.put(ChunkPage.NAME, StatusPage.TYPE);
        pages.put(ListingPage.NAME, StatusPage.TYPE);
        pages.put(DatasetPage.NAME, StatusPage.TYPE);
        pages.put(WorkerPage.NAME, StatusPage.TYPE);
        pages.put(WorkerPage.PACKED, WorkerPage.PACKED_TYPE);
        return pages;
    }

    @Override
    public String sentence(SpecificRecord decision) {
        return DecisionSentence.of(decision);
    }
}
