package dev.rota.workload.shards;

import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ShardPaused;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.ShardsTopics;
import dev.rota.workload.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A ledger in each of twelve cities: transfers arrive continuously, one city occasionally has a burst, and one is
 * paused for a while each minute. Everything is named by time, so a restarted demo continues the pool.
 */
final class DemoLedgers implements Traffic {

    static final String POOL = "default";

    private static final List<String> CITIES = List.of(
            "amsterdam",
            "berlin",
            "cairo",
            "delhi",
            "edinburgh",
            "florence",
            "geneva",
            "helsinki",
            "istanbul",
            "jakarta",
            "kyoto",
            "lima");

    private static final String HOT = "kyoto";

    private static final long SECOND_MS = 1_000;
    private static final int MINUTE_S = 60;
    private static final int ENVIRONMENT_EVERY_S = 4;
    private static final int BURST_EVERY_S = 20;
    private static final int BURST = 600;
    private static final int PAUSED_AT_S = 25;
    private static final int RESUMED_AT_S = 40;

    /** The time before which a city may not be known yet and cannot be paused. */
    private static final int KNOWN_AFTER_S = 5;

    private final SplittableRandom random = new SplittableRandom(1);
    private List<DemoLedger> ledgers = List.of();
    private long first;
    private long second = -1;

    @Override
    public List<Fact> at(long timeMs) {
        if (timeMs / SECOND_MS <= second) {
            return List.of();
        }
        List<Fact> facts = new ArrayList<>();
        boolean begins = second < 0;
        second = timeMs / SECOND_MS;
        if (begins) {
            first = second;
            ledgers = CITIES.stream().map(city -> new DemoLedger(city, timeMs)).toList();
            facts.add(new Fact(ShardsTopics.CONTROLS, POOL, new PoolControl(POOL, policy())));
        }
        if (begins || second % ENVIRONMENT_EVERY_S == 0) {
            facts.add(new Fact(ShardsTopics.ENVIRONMENTS, POOL, environment(timeMs, begins)));
        }
        for (DemoLedger ledger : ledgers) {
            facts.addAll(ledger.transfers(many(ledger)));
        }
        if (second - first >= KNOWN_AFTER_S) {
            controls()
                    .forEach(control ->
                            facts.add(new Fact(ShardsTopics.CONTROLS, POOL, new PoolControl(POOL, control))));
        }
        return facts;
    }

    /** Starts a ledger again after a transfer with an unexpected result, which invalidates later ones. */
    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        if (decision instanceof DeadLetter letter) {
            ledgers.stream()
                    .filter(ledger -> ledger.shard().equals(letter.getShard()))
                    .forEach(ledger -> ledger.hear(letter.getTransaction()));
        }
        return List.of();
    }

    private int many(DemoLedger ledger) {
        int burst = ledger.shard().equals(HOT) && second % BURST_EVERY_S == 0 ? BURST : 0;
        return random.nextInt(4) + burst;
    }

    /** Returns a policy whose batches are so small that a burst takes more than one turn. */
    private static PoolPolicy policy() {
        return PoolPolicy.newBuilder().setBatchTransactionsMax(50).build();
    }

    /**
     * Returns the environment of a time. The first one of a demo that is started again weeks later is far above the
     * last one.
     */
    private BlockEnvironment environment(long timeMs, boolean begins) {
        return BlockEnvironment.newBuilder()
                .setNumber(second)
                .setTimestamp(timeMs)
                .setSequencer("demo")
                .setL1GasPrice(20 + random.nextInt(10))
                .setProtocolVersion("0.13.2")
                .setForce(begins ? true : null)
                .build();
    }

    /**
     * Returns the controls. Shards that an earlier demo left paused are resumed too; for the others that has no effect.
     */
    private Stream<SpecificRecord> controls() {
        return switch ((int) (second % MINUTE_S)) {
            case PAUSED_AT_S -> Stream.of(new ShardPaused(CITIES.get((int) (second / MINUTE_S % CITIES.size()))));
            case RESUMED_AT_S -> CITIES.stream().map(ShardResumed::new);
            default -> Stream.of();
        };
    }
}
