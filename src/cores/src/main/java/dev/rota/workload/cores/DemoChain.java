package dev.rota.workload.cores;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.Rotation;
import dev.rota.cores.SessionChange;
import dev.rota.cores.scheduler.BlockOrder;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.workload.Traffic.Fact;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A small relay chain that acts on decisions as a real one does: it backs what is scheduled and concludes what is
 * occupied. A block's number is its time in seconds, so a restarted demo continues with higher numbers.
 */
final class DemoChain {

    private static final int PARACHAINS = 4;
    private static final int PARATHREADS = 12;
    private static final int VALIDATORS = 20;
    private static final int BLOCKS_PER_SESSION = 100;

    /** The number of blocks of a session before which a claim is rejected. */
    private static final int UNKNOWN_AT = 12;

    private static final int REPEATED_AT = 24;

    /** The first of the blocks in which no candidate of a parathread becomes available. */
    private static final int STUCK_FROM = 40;

    private static final int STUCK_TO = 48;

    /** The first of the blocks of a session that bring more claims than there are cores for them. */
    private static final int BURST_FROM = BLOCKS_PER_SESSION - 3;

    /** The time without a decision, in blocks, after which the next block is started regardless. */
    private static final int PATIENCE_BLOCKS = 10;

    private static final List<String> COLLATORS = List.of("alice", "bob", "charlie", "dave", "eve");

    private final String name;
    private final Rotation rotation;
    private final long blockMs;
    private final SplittableRandom random;
    private List<Integer> occupied = List.of();
    private long block = -1;
    private boolean answered;
    private int blocks;

    /** The number of claims on live paras. */
    private int turn;

    DemoChain(String name, Rotation rotation, long blockMs, long seed) {
        this.name = name;
        this.rotation = rotation;
        this.blockMs = blockMs;
        this.random = new SplittableRandom(seed);
    }

    String name() {
        return name;
    }

    /** Returns claims, and the next block if it is due and the last one has ended. */
    List<Fact> at(long timeMs) {
        long next = timeMs / blockMs * blockMs / 1_000;
        if (block < 0) {
            // ends a block that was never started: it brings the first session, and is rejected if there is one
            // already
            block = next;
            answered = true;
            return List.of(ended(next, List.of(), session()));
        }
        if (next <= block || (!answered && timeMs - block * 1_000 < PATIENCE_BLOCKS * blockMs)) {
            return List.of();
        }
        block = next;
        answered = false;
        List<Fact> facts = claims();
        facts.add(fact(block, new BlockStarted(some(concluding(), 0.8), null)));
        return facts;
    }

    /**
     * Returns the occupied cores, without those of parathreads in some blocks of a session, so that claims time out.
     */
    private List<Integer> concluding() {
        int ofSession = blocks % BLOCKS_PER_SESSION;
        return ofSession < STUCK_FROM || ofSession >= STUCK_TO
                ? occupied
                : occupied.stream().filter(core -> core < PARACHAINS).toList();
    }

    /** Backs most of the claims and parachains that the open block schedules, and ends it. */
    List<Fact> answer(CoreSchedule schedule) {
        if (schedule.getBlock() != block || answered) {
            return List.of();
        }
        answered = true;
        List<Integer> scheduled =
                schedule.getAssignments().stream().map(CoreAssignment::getCore).toList();
        SessionChange session = ++blocks % BLOCKS_PER_SESSION == 0 ? session() : null;
        return List.of(ended(block, some(scheduled, 0.85), session));
    }

    /** Ends a block that was left open by the previous demo. */
    List<Fact> answer(Rejection rejection) {
        OptionalLong open = BlockOrder.open(rejection.getMessage());
        if (open.isEmpty()) {
            return List.of();
        }
        answered = true;
        return List.of(ended(open.getAsLong(), List.of(), null));
    }

    /** Records which cores are occupied. */
    List<Fact> answer(CoreForecast forecast) {
        occupied = forecast.getCores().stream()
                .filter(core -> core.getState() == CoreState.OCCUPIED)
                .map(CoreOutlook::getCore)
                .toList();
        return List.of();
    }

    /**
     * Claims for the parathreads in turn, so that a para's last claim has mostly ended when its turn comes again. In
     * each session one claim is for a para that does not exist, and one for a para that already has a claim, so that
     * pages also show rejections.
     */
    private List<Fact> claims() {
        List<Fact> claims = new ArrayList<>();
        int ofSession = blocks % BLOCKS_PER_SESSION;
        // the next session finds some claims queued
        int accepted = ofSession >= BURST_FROM ? 2 : random.nextInt(2);
        for (int i = 0; i < accepted; i++) {
            claims.add(claim(2_000 + turn++ % PARATHREADS));
        }
        if (ofSession == UNKNOWN_AT) {
            claims.add(claim(9_999));
        } else if (ofSession == REPEATED_AT) {
            int para = 2_000 + turn++ % PARATHREADS;
            claims.add(claim(para));
            claims.add(claim(para));
        }
        return claims;
    }

    private Fact claim(int para) {
        String collator = COLLATORS.get(random.nextInt(COLLATORS.size()));
        return new Fact(CoresDomain.CLAIMS.topic(), name, new Claim(name, para, collator, null));
    }

    private SessionChange session() {
        CoresConfig config = CoresConfig.newBuilder()
                .setParathreadCores(2)
                .setParathreadRetries(1)
                .setGroupRotationFrequency(10)
                .setChainAvailabilityPeriod(4)
                .setThreadAvailabilityPeriod(6)
                .setSchedulingLookahead(3)
                .setRotation(rotation)
                .build();
        byte[] randomness = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .array();
        return SessionChange.newBuilder()
                .setIndex(blocks / BLOCKS_PER_SESSION)
                .setConfig(config)
                .setParachains(numbers(1_000, PARACHAINS))
                .setParathreads(numbers(2_000, PARATHREADS))
                .setValidators(IntStream.range(0, VALIDATORS)
                        .mapToObj(i -> "validator-" + i)
                        .toList())
                .setRandomness(HexFormat.of().formatHex(randomness))
                .build();
    }

    private List<Integer> some(List<Integer> cores, double share) {
        return cores.stream().filter(core -> random.nextDouble() < share).toList();
    }

    private Fact ended(long number, List<Integer> backed, @Nullable SessionChange session) {
        return fact(number, new BlockEnded(backed, session));
    }

    private Fact fact(long number, SpecificRecord event) {
        return new Fact(CoresDomain.BLOCKS.topic(), name, new BlockEvent(name, number, event, forced()));
    }

    /**
     * Returns true for the first block of a demo that is started again days later, whose number is far above the last
     * one.
     */
    private @Nullable Boolean forced() {
        return blocks == 0 ? true : null;
    }

    private static List<Integer> numbers(int from, int count) {
        return IntStream.range(from, from + count).boxed().toList();
    }
}
