package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.workload.Traffic;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Relay chains that do not wait for decisions: every block backs all parachains, and the next block concludes them.
 * Claims are never backed, so every event is accepted whatever the order of claims and blocks.
 */
final class SteadyTraffic implements Traffic {

    /** A session of a real relay chain: four hours of blocks of six seconds. */
    private static final int BLOCKS_PER_SESSION = 2_400;

    /** The shape of the chains. */
    private record Shape(int parachains, int threadCores, int parathreads, int validators) {}

    private final Shape shape;
    private final List<String> chains;
    private final int blocksPerBatch;
    private final List<Integer> parachainCores;
    private long block;

    private SteadyTraffic(Shape shape, List<String> chains, int blocksPerBatch) {
        this.shape = shape;
        this.chains = List.copyOf(chains);
        this.blocksPerBatch = blocksPerBatch;
        this.parachainCores = numbers(0, shape.parachains());
    }

    /** One chain of 200 cores and 1,000 validators. */
    static SteadyTraffic oneLarge() {
        return new SteadyTraffic(new Shape(200, 0, 0, 1_000), chains(1), 50);
    }

    /** 500 chains of 10 cores, with a few claims. */
    static SteadyTraffic manySmall() {
        return new SteadyTraffic(new Shape(8, 2, 1_000, 50), chains(500), 1);
    }

    /** Chains of one core. */
    static SteadyTraffic heartbeats(List<String> chains) {
        return new SteadyTraffic(new Shape(1, 0, 0, 1), chains, 1);
    }

    private static List<String> chains(int count) {
        return IntStream.range(0, count).mapToObj(i -> "relay-" + i).toList();
    }

    @Override
    public List<Fact> at(long timeMs) {
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < blocksPerBatch; i++) {
            chains.forEach(chain -> block(chain, facts));
            block++;
        }
        return facts;
    }

    private void block(String chain, List<Fact> facts) {
        boolean sessionEnds = block % BLOCKS_PER_SESSION == 0;
        if (block > 0) {
            boolean sessionBegins = (block - 1) % BLOCKS_PER_SESSION == 0;
            List<Integer> concluded = sessionBegins ? List.of() : parachainCores;
            facts.add(fact(chain, new BlockEvent(chain, block, new BlockStarted(concluded, null), null)));
            if (shape.parathreads() > 0 && block % 4 == 0) {
                int para = 10_000 + (int) (block / 4 % shape.parathreads());
                facts.add(new Fact(CoresDomain.CLAIMS.topic(), chain, new Claim(chain, para, "collator", null)));
            }
        }
        List<Integer> backed = block == 0 ? List.of() : parachainCores;
        facts.add(fact(
                chain, new BlockEvent(chain, block, new BlockEnded(backed, sessionEnds ? session() : null), null)));
    }

    private static Fact fact(String chain, BlockEvent event) {
        return new Fact(CoresDomain.BLOCKS.topic(), chain, event);
    }

    private SessionChange session() {
        CoresConfig config = CoresConfig.newBuilder()
                .setParathreadCores(shape.threadCores())
                .setParathreadRetries(1)
                .setGroupRotationFrequency(10)
                .setChainAvailabilityPeriod(5)
                .setThreadAvailabilityPeriod(5)
                .setSchedulingLookahead(500)
                .build();
        return SessionChange.newBuilder()
                .setIndex((int) (block / BLOCKS_PER_SESSION))
                .setConfig(config)
                .setParachains(numbers(2_000, shape.parachains()))
                .setParathreads(numbers(10_000, shape.parathreads()))
                .setValidators(IntStream.range(0, shape.validators())
                        .mapToObj(i -> "validator-" + i)
                        .toList())
                .setRandomness(HexFormat.of().toHexDigits(block))
                .build();
    }

    private static List<Integer> numbers(int from, int count) {
        return IntStream.range(from, from + count).boxed().toList();
    }
}
