package dev.rota.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A description of one run: the processes, the acts and the faults. A seed determines a plan, and {@link Shrink} makes
 * smaller plans from it.
 *
 * @param seed determines the order of turns and the behaviour of the network
 * @param domain the domain of the events
 * @param intakes the number of intakes
 * @param schedulers the number of scheduler instances, or 0 to run intake alone
 * @param acts the acts of producers and operators, in order
 */
record Plan(
        long seed,
        String domain,
        int intakes,
        int schedulers,
        int inputPartitions,
        int logPartitions,
        List<Act> acts,
        List<Fault> faults) {

    private static final int NEARBY_CALLS = 40;
    private static final int NEARBY_SEEDS = 200;

    /**
     * An act of a producer or an operator.
     *
     * @param ms the time since the act before
     * @param number a partition, or another parameter of the kind
     */
    record Act(Kind kind, long ms, int number) {

        enum Kind {
            /** An event that can be accepted. */
            EVENT,
            /** A value that intake refuses. */
            GARBAGE,
            /** An event by a schema that the registry does not have. */
            HOSTILE,
            /** An event in a transaction that is committed. */
            COMMITTED,
            /** An event in a transaction that is aborted. */
            ABORTED,
            /** Retention deletes some of the records of an input partition. */
            RETENTION,
            /** The input topic is deleted and created again. */
            RECREATE,
            /** The offsets of the intakes' group are lost. */
            FORGET,
            /** The brokers' clocks jump, by up to an hour in either direction. */
            JUMP,
            /** The registry knows no schemas for a while. */
            IGNORANT,
            /** The registry does not respond for a while. */
            DOWN,
            /** An event that a scheduler cannot decide. */
            QUARREL,
            /** An operator voids the records at which log partitions are halted. */
            VOID,
            /** The schedulers' group is lost, with its offsets. */
            FORGET_DECIDED,
            /** All schedulers are stopped, and their group's offset is set to the end of a log partition. */
            FORWARD,
            /** The changelog is deleted and created again while no scheduler runs. */
            LOSE_ROWS,
            /** The partitions of all instances move to other instances, as Streams does for balance. */
            MOVE,
            /** A live scheduler is fenced, by a request that was meant for an earlier run of it. */
            FENCE,
            /** A scheduler is restarted with the request to rebuild its rows. */
            REBUILD,
            /**
             * An operator announces the newest rules, and may be interrupted. Without this act, no process runs a
             * former build.
             */
            ANNOUNCE,
            /** A process is replaced by one of the newest build. */
            UPGRADE,
            /** An operator changes the mapping of inputs to units. */
            REMAP,
            /** All intakes, all schedulers or both are off, possibly for longer than the timeout for silence. */
            OFF;

            /** Returns whether the act may delete records of an input before intake has read them. */
            boolean deletes() {
                return this == RETENTION || this == RECREATE;
            }
        }
    }

    Plan {
        acts = List.copyOf(acts);
        faults = List.copyOf(faults);
    }

    /**
     * Returns a plan for intake alone. Each seed enables some kinds of faults and acts, so that rare combinations are
     * not drowned by others.
     */
    static Plan of(long seed) {
        return of(seed, 0);
    }

    /** Returns a plan for intake and schedulers. */
    static Plan whole(long seed) {
        return of(seed, 1 + (int) Math.floorMod(seed, 3L));
    }

    /** Returns the domain of a seed. One seed in five runs a domain other than the test's. */
    private static String domain(long seed) {
        return switch ((int) Math.floorMod(seed, 10L)) {
            case 2 -> "jobs";
            case 7 -> "shards";
            default -> "chores";
        };
    }

    private static Plan of(long seed, int schedulers) {
        Random random = new Random(seed);
        SortedSet<Fault.Kind> kinds =
                some(random, Fault.Kind.KILL, Fault.Kind.FREEZE, Fault.Kind.STOP, Fault.Kind.REFUSE, Fault.Kind.AWAY);
        SortedSet<Act.Kind> rare =
                some(random, Act.Kind.GARBAGE, Act.Kind.HOSTILE, Act.Kind.COMMITTED, Act.Kind.ABORTED);
        SortedSet<Act.Kind> incidents =
                some(random, Act.Kind.RETENTION, Act.Kind.RECREATE, Act.Kind.FORGET, Act.Kind.JUMP, Act.Kind.IGNORANT);
        if (schedulers > 0) {
            rare.addAll(some(random, Act.Kind.QUARREL));
            incidents.addAll(some(random, Act.Kind.VOID, Act.Kind.FORGET_DECIDED, Act.Kind.FORWARD));
        }
        // A separate generator, so that seeds without these acts keep the plans that they had before.
        Random further = new Random(~seed);
        if (schedulers > 0) {
            for (Act.Kind kind : List.of(Act.Kind.LOSE_ROWS, Act.Kind.REBUILD, Act.Kind.MOVE, Act.Kind.FENCE)) {
                if (further.nextInt(4) == 0) {
                    incidents.add(kind);
                }
            }
        }
        if (further.nextInt(5) == 0) {
            incidents.add(Act.Kind.DOWN);
        }
        String domain = schedulers > 0 ? domain(seed) : "chores";
        if (!domain.equals("chores")) {
            incidents.addAll(some(random, Act.Kind.OFF));
        }
        int intakes = 1 + random.nextInt(3);
        List<Act> acts = new ArrayList<>();
        int count = 5 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            Act.Kind kind = Act.Kind.EVENT;
            if (!incidents.isEmpty() && random.nextInt(12) == 0) {
                kind = one(random, incidents);
            } else if (!rare.isEmpty() && random.nextInt(4) == 0) {
                kind = one(random, rare);
            }
            acts.add(new Act(
                    kind, random.nextInt(4) > 0 ? random.nextInt(20) : random.nextInt(3_000), random.nextInt(100)));
        }
        if (schedulers > 0 && domain.equals("chores") && further.nextInt(4) == 0) {
            changeRules(further, acts);
        }
        List<Fault> faults = new ArrayList<>();
        for (Fault.Kind kind : kinds) {
            int times = 1 + random.nextInt(3);
            for (int i = 0; i < times; i++) {
                faults.add(new Fault(
                        kind,
                        schedulers > 0 && i % 3 != 2
                                ? "scheduler-" + random.nextInt(schedulers)
                                : "intake-" + random.nextInt(intakes),
                        // Most defects show during startup and assignment, so low call numbers are more likely.
                        1 + random.nextInt(List.of(40, 200, 1_500).get(random.nextInt(3))),
                        (random.nextBoolean() ? 9_000 + random.nextInt(20_000) : random.nextInt(3_000))
                                // Up to four times as long, which exceeds the time that Streams waits for a commit.
                                * (schedulers > 0 && kind == Fault.Kind.AWAY && random.nextBoolean() ? 4L : 1L)));
            }
        }
        if (schedulers > 0 && further.nextInt(4) == 0) {
            faults.add(new Fault(
                    Fault.Kind.COMMIT_UNANSWERED,
                    "scheduler-" + further.nextInt(schedulers),
                    60 + further.nextInt(600),
                    0));
        }
        if (schedulers > 0 && further.nextInt(3) == 0) {
            faults.addAll(takeovers(further, schedulers));
        }
        if (domain.equals("chores") && changesMapping(seed, schedulers)) {
            changeMapping(new Random(seed ^ Act.Kind.REMAP.name().hashCode()), acts);
        }
        int inputPartitions = 1 + random.nextInt(3);
        int logPartitions = 1 + random.nextInt(3);
        return new Plan(
                seed,
                domain,
                intakes,
                schedulers,
                inputPartitions,
                schedulers > 0 && random.nextBoolean() ? 1 : logPartitions,
                acts,
                faults);
    }

    /** Adds announcements of rules and upgrades of processes at random times. */
    private static void changeRules(Random random, List<Act> acts) {
        int times = 1 + random.nextInt(2);
        for (int i = 0; i < times; i++) {
            acts.add(
                    random.nextInt(acts.size() + 1),
                    new Act(Act.Kind.ANNOUNCE, random.nextInt(500), random.nextInt(100)));
        }
        int upgrades = random.nextInt(5);
        for (int i = 0; i < upgrades; i++) {
            acts.add(
                    random.nextInt(acts.size() + 1),
                    new Act(Act.Kind.UPGRADE, random.nextInt(500), random.nextInt(100)));
        }
    }

    /**
     * Returns whether the mapping changes: in one seed of seven. The seeds that find known defects are not among them,
     * so that their plans stay the same.
     */
    private static boolean changesMapping(long seed, int schedulers) {
        return Math.floorMod(seed, 7L) == (schedulers > 0 ? 5 : 2);
    }

    /** Adds up to three changes of the mapping. */
    private static void changeMapping(Random random, List<Act> acts) {
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            acts.add(
                    random.nextInt(acts.size() + 1), new Act(Act.Kind.REMAP, random.nextInt(500), random.nextInt(100)));
        }
    }

    /** Returns whether the run begins with former rules. */
    boolean changesRules() {
        return acts.stream().anyMatch(act -> act.kind() == Act.Kind.ANNOUNCE);
    }

    /**
     * Returns faults that kill schedulers in the middle of a commit, and may delay the requests of others that end the
     * transaction.
     */
    private static List<Fault> takeovers(Random random, int schedulers) {
        List<Fault> faults = new ArrayList<>();
        int times = 1 + random.nextInt(2);
        for (int i = 0; i < times; i++) {
            faults.add(new Fault(
                    random.nextBoolean() ? Fault.Kind.KILL_COMMITTING : Fault.Kind.LOSE_COMMITTING,
                    "scheduler-" + random.nextInt(schedulers),
                    60 + random.nextInt(600),
                    random.nextBoolean() ? random.nextInt(3_000) : 8_500 + random.nextInt(4_000)));
        }
        if (random.nextBoolean()) {
            for (int i = 0; i < schedulers; i++) {
                faults.add(new Fault(
                        Fault.Kind.FENCE_LATE, "scheduler-" + i, 1 + random.nextInt(60), random.nextInt(10_000)));
            }
        }
        return faults;
    }

    /** Creates the domain with its producers. */
    SimTraffic traffic(SimCluster cluster) {
        return switch (domain) {
            case "jobs" -> new SimFarm(cluster);
            case "shards" -> new SimPool(cluster);
            default -> new SimChores(schedulers > 0, changesRules());
        };
    }

    @SafeVarargs
    private static <T extends Comparable<T>> SortedSet<T> some(Random random, T... all) {
        SortedSet<T> some = new TreeSet<>();
        for (T each : all) {
            if (random.nextInt(2) == 0) {
                some.add(each);
            }
        }
        return some;
    }

    private static <T> T one(Random random, SortedSet<T> of) {
        return new ArrayList<>(of).get(random.nextInt(of.size()));
    }

    /**
     * Returns this plan, then plans with its faults some calls earlier or later, then plans with another order of
     * turns.
     */
    Stream<Plan> nearby() {
        Stream<Plan> shifted = IntStream.rangeClosed(1, NEARBY_CALLS)
                .boxed()
                .flatMap(by -> Stream.of(by, -by))
                .map(by ->
                        with(acts, faults.stream().map(fault -> fault.later(by)).toList()));
        Stream<Plan> drawn = LongStream.rangeClosed(1, NEARBY_SEEDS)
                .mapToObj(by ->
                        new Plan(seed + by, domain, intakes, schedulers, inputPartitions, logPartitions, acts, faults));
        return Stream.of(Stream.of(this), faults.isEmpty() ? Stream.<Plan>empty() : shifted, drawn)
                .flatMap(plans -> plans);
    }

    Plan sized(int itsIntakes, int itsSchedulers, int itsInputPartitions, int itsLogPartitions) {
        return new Plan(seed, domain, itsIntakes, itsSchedulers, itsInputPartitions, itsLogPartitions, acts, faults);
    }

    Plan with(List<Act> itsActs, List<Fault> itsFaults) {
        return new Plan(seed, domain, intakes, schedulers, inputPartitions, logPartitions, itsActs, itsFaults);
    }
}
