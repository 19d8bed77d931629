package dev.rota.sim;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.common.ClassicGroupState;

/**
 * Changes the mapping of inputs to units as an operator does: stops all intakes, starts one with the new mapping, and
 * the others once that one reads. If it refuses, the operator follows its message: intakes run with the former mapping
 * until all inputs are read.
 */
final class MappingChange {

    /** The number of mappings, including the one that the run begins with. */
    private static final int MAPPINGS = 3;

    /** The longest wait, in simulated time. The cluster and the registry may be away for a while. */
    private static final long PATIENCE_NS = 900_000_000_000L;

    /** The number of attempts after which a change that is interrupted repeatedly is given up. */
    private static final int TRIES = 20;

    private final World world;
    private final SimTraffic traffic;
    private final Settings settings;
    private final InputLedger ledger;
    private final Collection<SimProcess> processes;
    private final List<String> violations;

    /** The number of the mapping that intakes should use. */
    private int inForce;

    private boolean changed;

    MappingChange(
            World world,
            SimTraffic traffic,
            Settings settings,
            InputLedger ledger,
            Collection<SimProcess> processes,
            List<String> violations) {
        this.world = world;
        this.traffic = traffic;
        this.settings = settings;
        this.ledger = ledger;
        this.processes = processes;
        this.violations = violations;
    }

    private static String street(int mapping) {
        return mapping == 0 ? "" : "street-" + mapping + "-";
    }

    /** Returns the names with the mapping in force. */
    Names names(Names first) {
        return inForce == 0 ? first : names(traffic.mapped(street(inForce)));
    }

    private Names names(@Nullable Domain domain) {
        if (domain == null) {
            throw new IllegalStateException("expected a domain with several mappings");
        }
        return Names.of(domain, settings);
    }

    /**
     * Changes the mapping. The number determines the new one, and whether intakes are stopped in an orderly way or
     * killed.
     */
    void change(SimActor outside, int number) {
        changed = true;
        inForce = (inForce + 1 + number % (MAPPINGS - 1)) % MAPPINGS;
        bringInForce(outside, number % 4 < 2);
    }

    /** Makes all intakes read with the mapping in force, including those that refused to after positions were lost. */
    void mend(SimActor outside) {
        if (changed) {
            bringInForce(outside, true);
        }
    }

    private void bringInForce(SimActor outside, boolean orderly) {
        boolean itself = orderly;
        for (int i = 0; i < TRIES; i++) {
            if (isTakenUp(outside, inForce, itself)) {
                intakes().forEach(SimIntake::begin);
                return;
            }
            itself = true;
            int wanted = inForce;
            if (IntStream.range(0, MAPPINGS)
                    .noneMatch(former -> former != wanted && isTakenUp(outside, former, true))) {
                violations.add("no mapping can go on");
                return;
            }
            if (!world.await(outside, ledger::isComplete, PATIENCE_NS)) {
                violations.add("with the former mapping, not all inputs were appended: " + ledger.missing());
                return;
            }
        }
        violations.add("after " + TRIES + " tries, the new mapping still cannot go on");
    }

    /** Restarts the first intake with a mapping. Returns false if it refuses. */
    private boolean isTakenUp(SimActor outside, int mapping, boolean orderly) {
        for (SimIntake each : intakes()) {
            if (orderly) {
                each.rest();
            } else {
                each.off(Long.MAX_VALUE / 4_000_000);
            }
        }
        awaited(outside, () -> isGroupEmpty() && intakes().stream().noneMatch(SimProcess::isRunning), "intakes end");
        Domain former = traffic.formerMapped(street(mapping));
        intakes()
                .forEach(each ->
                        each.configure(names(traffic.mapped(street(mapping))), former == null ? null : names(former)));
        SimIntake first = intakes().get(0);
        first.begin();
        awaited(outside, () -> first.hasTakenUp() || first.refusesMapping(), "one begins");
        return !first.refusesMapping();
    }

    /** Returns whether the group is empty, as an admin client describes it. */
    private boolean isGroupEmpty() {
        String name = names(traffic.mapped("")).intake();
        return world.cluster.group(name).described(name).state() == ClassicGroupState.EMPTY;
    }

    private void awaited(SimActor outside, BooleanSupplier condition, String what) {
        if (!world.await(outside, condition, PATIENCE_NS)) {
            violations.add("while the mapping changes, in vain until " + what);
        }
    }

    private List<SimIntake> intakes() {
        List<SimIntake> intakes = new ArrayList<>();
        processes.forEach(process -> {
            if (process instanceof SimIntake intake) {
                intakes.add(intake);
            }
        });
        return intakes;
    }
}
