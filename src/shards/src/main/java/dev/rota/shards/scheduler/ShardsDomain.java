package dev.rota.shards.scheduler;

import dev.rota.engine.Adoption;
import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Subject;
import dev.rota.engine.TableType;
import dev.rota.engine.UnitGauge;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.explain.LiveTransaction;
import dev.rota.shards.explain.PoolSource;
import dev.rota.shards.explain.ShardExplainer;
import dev.rota.shards.explain.ShardsEventInquiry;
import dev.rota.shards.explain.ShardsSentence;
import dev.rota.shards.explain.TransactionExplainer;
import dev.rota.shards.explain.WorkerExplainer;
import dev.rota.shards.pool.Pool;
import dev.rota.shards.pool.PoolGauges;
import dev.rota.shards.pool.PoolReading;
import dev.rota.shards.tables.ShardsLimits;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.shards.view.PoolState;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** The scheduler of transactions to shard workers. A unit is one pool with its shards, its workers and its queue. */
public final class ShardsDomain implements Domain {

    /** Workers, which read batches and write reports. */
    public static final ClientRole WORKER_ROLE = ClientRole.of(
                    "worker",
                    List.of(
                            ShardsTopics.ASSIGNMENTS.topic(),
                            ShardsTopics.BLOCKS.topic(),
                            ShardsTopics.WORKER_EVENTS.topic()),
                    List.of(ShardsTopics.WORKERS))
            .showing(ShardsTopics.STATES.topic(), ShardsTopics.RECEIPTS.topic(), ShardsTopics.WORKERS);

    /** Workers of stateless pools, which read no blocks. */
    public static final ClientRole STATELESS_WORKER_ROLE = ClientRole.of(
                    "stateless-worker",
                    List.of(ShardsTopics.ASSIGNMENTS.topic(), ShardsTopics.WORKER_EVENTS.topic()),
                    List.of(ShardsTopics.WORKERS))
            .showing(ShardsTopics.STATES.topic(), ShardsTopics.RECEIPTS.topic(), ShardsTopics.WORKERS);

    /** Readers of the history of shards. */
    public static final ClientRole SHARDS_ROLE = new ClientRole(
            "shards",
            new ShardsDomain().outputs().stream().map(Output::topic).toList(),
            List.of(ShardsTopics.LOG),
            List.of(),
            true);

    /** Operators who put dead letters back, and read transactions to find those that are back already. */
    public static final ClientRole RETRY_ROLE = ClientRole.of(
            "retry",
            List.of(ShardsTopics.DEAD_LETTERS.topic(), ShardsTopics.TRANSACTIONS),
            List.of(ShardsTopics.TRANSACTIONS));

    static final Input<Transaction> ARRIVALS =
            new Input<>(ShardsTopics.TRANSACTIONS, Transaction.class, ShardsAdmission::transaction).notHeard();

    private static final String CACHE_BYTES = "cache.bytes";

    private static final String SHARD = "shard";
    private static final String TRANSACTION = "transaction";
    private static final String WORKER = "worker";

    private final long cacheBytes;

    public ShardsDomain() {
        this(ShardsLimits.CACHE_BYTES);
    }

    private ShardsDomain(long cacheBytes) {
        this.cacheBytes = cacheBytes;
    }

    @Override
    public Set<String> settings() {
        return Collections.singleton(CACHE_BYTES);
    }

    /** Returns false: no setting decides which pool an event belongs to. */
    @Override
    public boolean mapsBySettings() {
        return false;
    }

    @Override
    public Domain withHeap(long bytes) {
        return new ShardsDomain(bytes / ShardsLimits.CACHE_PART_OF_HEAP);
    }

    @Override
    public Domain configured(SortedMap<String, String> settings) {
        String bytes = settings.get(CACHE_BYTES);
        return bytes == null ? this : new ShardsDomain(cacheBytes(bytes));
    }

    private static long cacheBytes(String setting) {
        try {
            long bytes = Long.parseLong(setting.strip());
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            // the exception below covers it
        }
        throw new IllegalArgumentException(
                "expected " + CACHE_BYTES + " to be a number of bytes of at least 0, but it is '" + setting + "'");
    }

    @Override
    public String name() {
        return "shards";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(
                ARRIVALS,
                new Input<>(ShardsTopics.WORKERS, WorkerEvent.class, ShardsAdmission::worker),
                new Input<>(ShardsTopics.ENVIRONMENTS, BlockEnvironment.class, ShardsAdmission::environment).notHeard(),
                new Input<>(ShardsTopics.CONTROLS, PoolControl.class, ShardsAdmission::control).notHeard());
    }

    @Override
    public Adoption adoption() {
        return new TransactionAdoption();
    }

    @Override
    public List<Output<?>> decisions() {
        return ShardsTopics.DECISIONS;
    }

    @Override
    public List<ShardsReason> reasons() {
        return List.of(ShardsReason.values());
    }

    @Override
    public List<TableType<?>> tables() {
        return ShardsTables.ALL;
    }

    @Override
    public int rowFormat() {
        return 5;
    }

    /** Returns 2: rows of format 1 had an index of ids with other keys. */
    @Override
    public int oldestRowFormat() {
        return 2;
    }

    @Override
    public List<ClientRole> clientRoles() {
        return List.of(WORKER_ROLE, STATELESS_WORKER_ROLE, SHARDS_ROLE, RETRY_ROLE);
    }

    @Override
    public List<UnitGauge> gauges() {
        return PoolGauges.ALL;
    }

    @Override
    public List<String> subjects() {
        return List.of(SHARD, TRANSACTION, WORKER);
    }

    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        if (asked.name().equals(EventInquiry.NAME)) {
            return new ShardsEventInquiry(this, EventInquiry.of(asked));
        }
        Subject subject = asked.subject();
        return subject.kind().equals(TRANSACTION)
                ? new TransactionExplainer(subject.id())
                : inquiry(subject, PoolReading::of);
    }

    private Inquiry inquiry(Subject subject, PoolSource pools) {
        return switch (subject.kind()) {
            case SHARD -> new ShardExplainer(subject.id(), pools);
            case WORKER -> new WorkerExplainer(subject.id(), pools);
            default -> throw subject.unknownTo(this);
        };
    }

    /**
     * Returns an inquiry that is answered from the pool in memory, or null if it is about a transaction and would
     * search more shards.
     */
    private @Nullable Inquiry live(Inquiry.Asked asked, Pool pool) {
        Subject subject = asked.subject();
        return subject.kind().equals(TRANSACTION)
                ? LiveTransaction.find(pool, subject.id())
                : inquiry(subject, tables -> pool);
    }

    @Override
    public SortedMap<String, String> pages() {
        SortedMap<String, String> pages = new TreeMap<>();
        pages.put(PoolState.NAME, "application/json");
        return pages;
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new ShardsScheduler(this::live, PoolState::of, cacheBytes);
    }

    @Override
    public String sentence(SpecificRecord decision) {
        return ShardsSentence.of(decision);
    }
}
