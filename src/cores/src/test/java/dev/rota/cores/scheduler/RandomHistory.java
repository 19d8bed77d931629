package dev.rota.cores.scheduler;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.Rotation;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Nullable;
import dev.rota.testing.Moment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** Generates random events of a relay chain, most of them valid. */
final class RandomHistory {

    private static final String CHAIN = "chain";

    private final Random random;
    private final NaiveChain model;
    /** The number of claims for each event of a block: queues are full in some histories, and empty in others. */
    private final int claims;

    private int ids;

    private long block;
    private boolean open;
    private int sessions;

    RandomHistory(long seed, NaiveChain model) {
        this.random = new Random(seed);
        this.model = model;
        this.claims = random.nextInt(4);
        this.block = random.nextInt(3);
    }

    /** Returns a history of {@code events} events, a millisecond apart. */
    static List<Moment> of(long seed, int events) {
        NaiveChain model = new NaiveChain(CHAIN);
        RandomHistory history = new RandomHistory(seed, model);
        List<Moment> moments = new ArrayList<>();
        while (moments.size() < events) {
            SpecificRecord event = history.next();
            model.take(event);
            moments.add(new Moment(moments.size() + 1, event));
        }
        return moments;
    }

    /** Returns the next event. The model must decide it before the next call. */
    SpecificRecord next() {
        if (sessions == 0 && oneIn(2)) {
            return ended(List.of());
        }
        if (!oneIn(1 + claims) || oneIn(5)) {
            return new Claim(CHAIN, random.nextInt(12), "collator-" + random.nextInt(3), id());
        }
        if (oneIn(25)) {
            return nonsense();
        }
        if (open) {
            open = false;
            return ended(some(model.scheduledCores(), 3));
        }
        if (model.hasSession() && oneIn(40)) {
            return farAhead();
        }
        open = true;
        block += oneIn(8) ? 1 + random.nextInt(6) : 1;
        List<Integer> timedOut = oneIn(6) ? some(model.occupiedCores(), 2) : null;
        return started(some(model.occupiedCores(), 2), timedOut);
    }

    /** Returns the id of a claim. Most collators set one. */
    private @Nullable String id() {
        ids++;
        return ids % 4 == 0 ? null : "claim-" + ids;
    }

    private SpecificRecord nonsense() {
        long number = Math.max(0, block - 1 + random.nextInt(3));
        return oneIn(2)
                ? new BlockEvent(CHAIN, number, new BlockStarted(List.of(0), List.of(-1, 99)), null)
                : new BlockEvent(CHAIN, number, new BlockEnded(List.of(0, 0), null), null);
    }

    /**
     * Starts a block whose number is close to the greatest allowed distance from the last one. A block that is forced
     * may exceed it.
     */
    private BlockEvent farAhead() {
        long above = 100_000L + random.nextInt(3) - 1;
        Boolean force = oneIn(3) ? Boolean.TRUE : oneIn(2) ? false : null;
        long number = model.last() + above;
        if (above <= 100_000 || Boolean.TRUE.equals(force)) {
            open = true;
            block = number;
        }
        return new BlockEvent(CHAIN, number, new BlockStarted(List.of(), null), force);
    }

    private BlockEvent started(List<Integer> concluded, @Nullable List<Integer> timedOut) {
        return new BlockEvent(CHAIN, block, new BlockStarted(concluded, timedOut), null);
    }

    private BlockEvent ended(List<Integer> backed) {
        SessionChange session = sessions == 0 || oneIn(6) ? session() : null;
        return new BlockEvent(CHAIN, block, new BlockEnded(backed, session), null);
    }

    SessionChange session() {
        sessions++;
        CoresConfig config = CoresConfig.newBuilder()
                .setParathreadCores(oneIn(6) ? 0 : random.nextInt(4))
                .setParathreadRetries(random.nextInt(3))
                .setGroupRotationFrequency(random.nextInt(5))
                .setChainAvailabilityPeriod(1 + random.nextInt(5))
                .setThreadAvailabilityPeriod(oneIn(20) ? 0 : 1 + random.nextInt(5))
                .setSchedulingLookahead(random.nextInt(5))
                .setMaxValidatorsPerCore(oneIn(2) ? null : random.nextInt(4))
                .setMaxValidators(oneIn(3) ? random.nextInt(8) : null)
                .setRotation(oneIn(2) ? Rotation.FORWARD : Rotation.BACKWARD)
                .setForecastBlocks(forecastBlocks())
                .build();
        List<Integer> parachains = new ArrayList<>();
        List<Integer> parathreads = new ArrayList<>();
        for (int para : new int[] {7, 3, 11, 0, 5, 9, 1, 2, 4, 6, 8}) {
            int lot = random.nextInt(6);
            if (lot == 0) {
                parachains.add(para);
            } else if (lot < 5) {
                parathreads.add(para);
            }
        }
        if (oneIn(25)) {
            parathreads.add(oneIn(2) ? -1 : parathreads.isEmpty() ? -2 : parathreads.get(0));
        }
        byte[] randomness = new byte[random.nextInt(6)];
        random.nextBytes(randomness);
        return SessionChange.newBuilder()
                .setIndex(sessions)
                .setConfig(config)
                .setParachains(parachains)
                .setParathreads(parathreads)
                .setValidators(IntStream.range(0, random.nextInt(15))
                        .mapToObj(i -> oneIn(200) ? "v0" : "v" + i)
                        .toList())
                .setRandomness(HexFormat.of().formatHex(randomness) + (oneIn(30) ? "f" : ""))
                .build();
    }

    private @Nullable Integer forecastBlocks() {
        if (oneIn(30)) {
            return oneIn(2) ? 0 : 33;
        }
        return oneIn(3) ? null : oneIn(5) ? 32 : 1 + random.nextInt(6);
    }

    /** Returns most of the cores in random order, now and then with one that does not belong there. */
    private List<Integer> some(List<Integer> cores, int leftOut) {
        List<Integer> some = new ArrayList<>();
        for (int core : cores) {
            if (!oneIn(leftOut)) {
                some.add(random.nextInt(some.size() + 1), core);
            }
        }
        if (oneIn(10)) {
            some.add(oneIn(2) ? random.nextInt(8) - 1 : some.isEmpty() ? 50 : some.get(0));
        }
        return some;
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }
}
