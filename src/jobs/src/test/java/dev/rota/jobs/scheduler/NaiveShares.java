package dev.rota.jobs.scheduler;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.BotStatus;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Models what instances and owners have used of the slots' time, and the order of jobs by it. */
public final class NaiveShares {

    /** An instance, or one of its owners; the empty owner is that of jobs that name none. */
    record Party(String instance, @Nullable String owner) {

        static Party of(NaiveJob job) {
            return new Party(job.instance, null);
        }

        static Party ownerOf(NaiveJob job) {
            return new Party(job.instance, job.owner == null ? "" : job.owner);
        }

        boolean has(NaiveJob job) {
            return equals(of(job)) || equals(ownerOf(job));
        }

        /** Returns the parties with which it shares. */
        String among() {
            return owner == null ? "" : "of " + instance;
        }
    }

    private static final Comparator<Party> BY_NAME = Comparator.comparing(Party::instance, Ids.BY_BYTES)
            .thenComparing(party -> party.owner == null ? "" : "owner " + party.owner, Ids.BY_BYTES);

    /** A number of slot milliseconds, divided by a weight. */
    private record Part(long ms, long weight) implements Comparable<Part> {
        @Override
        public int compareTo(Part other) {
            return BigInteger.valueOf(ms)
                    .multiply(BigInteger.valueOf(other.weight))
                    .compareTo(BigInteger.valueOf(other.ms).multiply(BigInteger.valueOf(weight)));
        }

        /** Returns the least milliseconds of another weight that are at least as much. */
        long of(long otherWeight) {
            BigInteger[] parts = BigInteger.valueOf(ms)
                    .multiply(BigInteger.valueOf(otherWeight))
                    .divideAndRemainder(BigInteger.valueOf(weight));
            return parts[0].longValueExact() + parts[1].signum();
        }
    }

    private final NaiveFarm farm;
    private final Map<Party, Long> used = new TreeMap<>(BY_NAME);
    private Set<Party> waiting = new TreeSet<>(BY_NAME);

    NaiveShares(NaiveFarm farm) {
        this.farm = farm;
    }

    public boolean isOn() {
        return farm.policy.getAssigner() == Assigner.SHARES;
    }

    /** Begins with nothing used, or forgets all. */
    void policy(Assigner before) {
        if ((before == Assigner.SHARES) == isOn()) {
            return;
        }
        used.clear();
        waiting.clear();
        if (isOn()) {
            farm.queued().forEach(this::queued);
            waiting = couldRun();
        }
    }

    /** A job that is queued waits for no look. */
    void queued(NaiveJob job) {
        if (isOn()) {
            job.tried = false;
            job.scheduleAfter = Math.min(job.scheduleAfter, farm.now);
        }
    }

    /** Adds the time of a lease that has ended. */
    void ended(NaiveJob job) {
        if (isOn()) {
            used.merge(Party.of(job), farm.now - job.assignedAt, Long::sum);
            used.merge(Party.ownerOf(job), farm.now - job.assignedAt, Long::sum);
        }
    }

    /** Keeps what an instance has used in proportion when its weight changes. */
    void weight(String instance, int before) {
        Party party = new Party(instance, null);
        if (isOn() && weight(party) != before) {
            long more = new Part(counted(party), before).of(weight(party)) - counted(party);
            used.merge(party, more, Long::sum);
        }
    }

    int weight(Party party) {
        NaiveFarm.Quota quota = farm.quotas.get(party.instance);
        return party.owner != null || quota == null ? 1 : quota.weight();
    }

    /** Returns the full periods of ten seconds within a lease that runs. */
    private long periods(NaiveJob job) {
        long first = Math.floorDiv(job.assignedAt + 9_999, 10_000L);
        return Math.max(0, Math.floorDiv(farm.now, 10_000L) - first);
    }

    private List<NaiveJob> running(Party party) {
        return farm.jobs.stream()
                .filter(job -> job.bot != null && party.has(job))
                .toList();
    }

    private long counted(Party party) {
        return used.getOrDefault(party, 0L)
                + running(party).stream()
                        .mapToLong(job -> 10_000 * periods(job))
                        .sum();
    }

    private Part usedPart(Party party) {
        return new Part(counted(party), weight(party));
    }

    private Part share(Party party) {
        return new Part(counted(party) + 60_000L * running(party).size(), weight(party));
    }

    private int tier(String instance) {
        return farm.belowMin(instance) ? 0 : 1;
    }

    boolean isServed(String instance) {
        return !farm.holds.instanceHeld(instance) && (!farm.quotas.containsKey(instance) || farm.belowMax(instance));
    }

    /** Returns the queued jobs of instances that are served, in order. */
    List<NaiveJob> inOrder(Predicate<NaiveJob> eligible) {
        List<NaiveJob> jobs = new ArrayList<>(farm.queued().stream()
                .filter(eligible)
                .filter(job -> isServed(job.instance))
                .toList());
        Map<Party, Part> shares = new TreeMap<>(BY_NAME);
        for (NaiveJob job : jobs) {
            shares.computeIfAbsent(Party.of(job), this::share);
            shares.computeIfAbsent(Party.ownerOf(job), this::share);
        }
        jobs.sort(Comparator.<NaiveJob>comparingInt(job -> tier(job.instance))
                .thenComparing(job -> shares.get(Party.of(job)))
                .thenComparingInt(job -> job.priority)
                .thenComparing(job -> shares.get(Party.ownerOf(job)))
                .thenComparing(NaiveFarm.BY_AGE));
        return jobs;
    }

    /** Lets parties begin and cease to wait, and forgets those without jobs that have used no more than others. */
    void settle() {
        if (!isOn()) {
            return;
        }
        Set<Party> now = couldRun();
        Map<String, Part> least = new TreeMap<>();
        waiting.stream()
                .filter(now::contains)
                .forEach(party -> least.merge(party.among(), usedPart(party), NaiveShares::lesser));
        for (Party party : now) {
            Part floor = least.get(party.among());
            if (!waiting.contains(party) && floor != null && usedPart(party).compareTo(floor) < 0) {
                used.merge(party, floor.of(weight(party)) - counted(party), Long::sum);
            }
        }
        waiting = now;
        forget();
    }

    private static Part lesser(Part a, Part b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private void forget() {
        Map<String, Part> least = new TreeMap<>();
        waiting.forEach(party -> least.merge(party.among(), usedPart(party), NaiveShares::lesser));
        for (Party party : List.copyOf(used.keySet())) {
            Part floor = least.get(party.among());
            boolean idle = farm.jobs.stream().noneMatch(party::has);
            if (idle && floor != null && usedPart(party).compareTo(floor) <= 0) {
                used.remove(party);
                if (party.owner == null) {
                    used.keySet().removeIf(other -> other.instance.equals(party.instance));
                }
            }
        }
    }

    /** Returns the parties that have a queued job, and a bot in service that could run it if it had room. */
    private Set<Party> couldRun() {
        Set<Party> parties = new TreeSet<>(BY_NAME);
        for (NaiveJob job : farm.queued()) {
            boolean could = farm.bots.stream()
                    .anyMatch(bot -> bot.canRun(job)
                            && bot.status == BotStatus.OK
                            && bot.capacity > 0
                            && !farm.holds.botHeld(bot.id));
            if (could) {
                parties.add(Party.ownerOf(job));
                if (isServed(job.instance)) {
                    parties.add(Party.of(job));
                }
            }
        }
        return parties;
    }

    /** Returns the next time at which a job may preempt that may not now. */
    long next() {
        if (!isOn()) {
            return Long.MAX_VALUE;
        }
        List<NaiveJob> owed = farm.queued().stream()
                .filter(job -> farm.belowMin(job.instance))
                .toList();
        if (owed.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Set<Long> times = new TreeSet<>();
        owed.forEach(job -> times.add(job.queuedAt + farm.policy.getPreemptionDelayMs()));
        Long minRunMs = farm.policy.getMinRunMs();
        if (minRunMs != null) {
            farm.jobs.stream().filter(job -> job.bot != null).forEach(job -> times.add(job.assignedAt + minRunMs));
        }
        if (farm.policy.getPreemptionsPerMinute() != null && farm.hasLost()) {
            times.add((farm.now / 60_000 + 1) * 60_000);
        }
        return times.stream().filter(time -> time > farm.now).findFirst().orElse(Long.MAX_VALUE);
    }
}
