package dev.rota.whatif;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.FreedReason;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorGroups;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.serde.PlainJson;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A chain in which the candidates of each para take as many blocks as every other of its para, run by a loop that knows
 * nothing of what-ifs: a block starts, and frees what is available; it ends, and backs what is ready.
 */
final class FixedChain {

    static final String CHAIN = "relay";
    static final int BLOCKS = 120;
    private static final long BLOCK_MS = 6_000;
    static final long END = BLOCKS * BLOCK_MS + 5_000;

    private record Occupant(int para, long since) {}

    private final List<Integer> parachains = List.of(1000, 1001);
    private final List<Integer> parathreads = List.of(2000, 2001, 2002, 2003, 2004);
    private final Map<Integer, Integer> triesOf = new TreeMap<>();
    private final Map<Integer, Integer> blocksOf = new TreeMap<>();
    private final Map<Integer, List<Claim>> claims = new TreeMap<>();
    private final Map<Integer, Integer> sessions = new TreeMap<>();
    private final Set<Integer> skipped = new HashSet<>();
    private final boolean reports;

    private final List<String> lines = new ArrayList<>();
    private final Set<Integer> seen = new HashSet<>();
    private final Set<Integer> concluded = new HashSet<>();
    private final Map<Integer, Integer> scheduled = new TreeMap<>();
    private final Map<Integer, Occupant> occupied = new TreeMap<>();
    private final Map<Integer, Integer> tried = new HashMap<>();

    /** @param reports whether its blocks say which candidates time out */
    FixedChain(Random random, boolean reports) {
        this.reports = reports;
        for (List<Integer> paras : List.of(parachains, parathreads)) {
            for (int para : paras) {
                triesOf.put(para, random.nextInt(4) == 0 ? 1 : 0);
                blocksOf.put(para, 1 + random.nextInt(4));
            }
        }
        int number = 0;
        for (int block = 1; block < BLOCKS; block++) {
            List<Claim> its = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                int para = parathreads.get(random.nextInt(parathreads.size()));
                its.add(new Claim(CHAIN, para, "ann", random.nextBoolean() ? "c" + number++ : null));
            }
            claims.put(block, its);
            if (random.nextInt(30) == 0) {
                sessions.put(block, sessions.size() + 1);
            } else if (random.nextInt(12) == 0) {
                skipped.add(block);
            }
        }
    }

    /**
     * Runs with a configuration. Returns the record as lines.
     *
     * @param noise draws blocks that are skipped and candidates that take longer than others; null: none do
     */
    List<String> run(CoresConfig config, @Nullable Random noise) throws BadLine {
        lines.clear();
        seen.clear();
        concluded.clear();
        scheduled.clear();
        occupied.clear();
        tried.clear();
        Simulation simulation =
                new Simulation(new CoresDomain(), Parallel.SEQUENTIAL, (decision, chain) -> hear(decision.value()));
        block(simulation, 0, 0, new BlockEnded(List.of(), session(0, config)));
        for (int block = 1; block <= BLOCKS; block++) {
            for (Claim claim : claims.getOrDefault(block, List.of())) {
                line(simulation, block * BLOCK_MS - 2_000, "cores.claims", claim);
            }
            if (noise == null || !skipped.contains(block)) {
                start(simulation, block, noise);
                end(simulation, block, config, noise);
            }
        }
        return List.copyOf(lines);
    }

    private void start(Simulation simulation, int block, @Nullable Random noise) throws BadLine {
        List<Integer> available = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        occupied.forEach((core, its) -> {
            if (block - its.since() >= Objects.requireNonNull(blocksOf.get(its.para()))
                    && (noise == null || noise.nextInt(3) > 0)) {
                available.add(core);
            } else if (reports && noise != null && noise.nextInt(5) == 0) {
                late.add(core);
            }
        });
        block(simulation, block, block * BLOCK_MS, new BlockStarted(available, reports ? late : null));
    }

    private void end(Simulation simulation, int block, CoresConfig config, @Nullable Random noise) throws BadLine {
        List<Integer> backed = new ArrayList<>();
        new TreeMap<>(scheduled).forEach((core, para) -> {
            if (tried.getOrDefault(para, 0) >= Objects.requireNonNull(triesOf.get(para))
                    && (noise == null || noise.nextInt(3) > 0)) {
                backed.add(core);
                scheduled.remove(core);
                tried.remove(para);
                occupied.put(core, new Occupant(para, block));
            } else {
                tried.merge(para, 1, Integer::sum);
            }
        });
        Integer session = sessions.get(block);
        SessionChange change = session == null ? null : session(session, config);
        block(simulation, block, block * BLOCK_MS + 3_000, new BlockEnded(backed, change));
    }

    private void hear(SpecificRecord decision) {
        if (decision instanceof CoreSchedule schedule) {
            schedule.getFreed().forEach(freed -> {
                occupied.remove(freed.getCore());
                if (freed.getReason() == FreedReason.CONCLUDED) {
                    concluded.add(freed.getPara());
                }
            });
            scheduled.clear();
            for (CoreAssignment assignment : schedule.getAssignments()) {
                scheduled.put(assignment.getCore(), assignment.getPara());
                seen.add(assignment.getPara());
            }
        } else if (decision instanceof ValidatorGroups) {
            occupied.clear();
        } else if (decision instanceof ClaimEvent claim && claim.getKind() == ClaimEventKind.DROPPED) {
            tried.remove(claim.getPara());
        }
    }

    /** Returns the paras that had a candidate in the last run. */
    Set<Integer> seen() {
        return Set.copyOf(seen);
    }

    /** Returns the paras that had a candidate in the last run of which all is known. */
    Set<Integer> concluded() {
        return Set.copyOf(concluded);
    }

    private SessionChange session(int index, CoresConfig config) {
        return SessionChange.newBuilder()
                .setIndex(index)
                .setConfig(config)
                .setParachains(parachains)
                .setParathreads( // one of them is no live one in every second session
                        index % 2 == 0 ? parathreads : parathreads.subList(1, parathreads.size()))
                .setValidators(List.of("ann", "bob", "cy", "dan", "eve"))
                .setRandomness("0" + index % 10)
                .build();
    }

    private void block(Simulation simulation, int number, long time, SpecificRecord event) throws BadLine {
        line(simulation, time, "cores.blocks", new BlockEvent(CHAIN, (long) number, event, null));
    }

    private void line(Simulation simulation, long time, String topic, SpecificRecord value) throws BadLine {
        String line = "{\"topic\":\"" + topic + "\",\"time\":" + time + ",\"value\":" + PlainJson.write(value) + "}";
        lines.add(line);
        simulation.line(line);
    }
}
