package dev.rota.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Measures the assigner SHARES over backlogs: the slot time of each instance and owner, and how long jobs wait. */
class SharesTest {

    private static final long HOUR_MS = 3_600_000;

    /** A lease that runs, with the time at which its bot completes it. */
    private record Running(String job, String party, String bot, long lease, long begin, long end) {}

    private final TestFarm farm = TestFarm.warm();
    private final Map<String, Long> usedMs = new TreeMap<>();
    private final Map<String, List<Long>> begins = new TreeMap<>();
    private final Map<String, String> partyOf = new HashMap<>();
    private final PriorityQueue<Running> running =
            new PriorityQueue<>(Comparator.comparingLong(Running::end).thenComparing(Running::job));
    private long now = 1_000;
    private long leases;
    private int jobs;

    private void open(int slots, Map<String, Integer> weights) {
        farm.policy(policy -> policy.setAssigner(Assigner.SHARES)
                .setBotTimeoutMs(100 * HOUR_MS)
                .setLeaseAckMs(100 * HOUR_MS));
        weights.forEach((instance, weight) ->
                farm.rule("default", new InstanceQuota(instance, 0, Integer.MAX_VALUE, false, weight)));
        for (int i = 0; i < slots; i++) {
            farm.sync(BotEventBuilder.bot("b" + i));
        }
    }

    private void submit(String instance, String owner, String party, ToLongFunction<String> runMs) {
        String job = party + "-" + jobs++;
        partyOf.put(job, party);
        JobSubmitted submitted =
                JobSubmitted.newBuilder().setInstance(instance).setOwner(owner).build();
        follow(farm.at(now).submit(job, "unknown", submitted), runMs);
    }

    /** Follows assignments, which are texts such as {@code b1: ASSIGNED j1/1 CAPACITY}. */
    private void follow(List<String> said, ToLongFunction<String> runMs) {
        for (String text : said) {
            int assigned = text.indexOf(": ASSIGNED ");
            if (assigned > 0) {
                String job = text.substring(assigned + ": ASSIGNED ".length(), text.lastIndexOf('/'));
                String party = partyOf.get(job);
                begins.computeIfAbsent(party, key -> new ArrayList<>()).add(now);
                running.add(new Running(
                        job, party, text.substring(0, assigned), ++leases, now, now + runMs.applyAsLong(party)));
            }
        }
    }

    /** Runs until a time; {@code next} submits a job of the party whose job has ended. */
    private void run(long until, ToLongFunction<String> runMs, java.util.function.Consumer<String> next) {
        while (!running.isEmpty() && running.peek().end <= until) {
            Running first = running.remove();
            now = first.end;
            usedMs.merge(first.party, first.end - first.begin, Long::sum);
            next.accept(first.party);
            follow(farm.at(now).sync(BotEventBuilder.bot(first.bot).completed(first.job, first.lease)), runMs);
        }
    }

    /** Returns the part of the slot time of an hour that each instance got, with backlogs of all. */
    private Map<String, Double> shares(int slots, Map<String, Integer> weights, ToLongFunction<String> runMs) {
        open(slots, weights);
        for (int i = 0; i < 3 * slots + 3; i++) {
            weights.keySet().forEach(instance -> submit(instance, null, instance, runMs));
        }
        run(now + HOUR_MS, runMs, instance -> submit(instance, null, instance, runMs));
        running.forEach(each -> usedMs.merge(each.party, 1_000 + HOUR_MS - each.begin, Long::sum));
        double all = usedMs.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> shares = new TreeMap<>();
        weights.keySet().forEach(instance -> shares.put(instance, usedMs.getOrDefault(instance, 0L) / all));
        System.out.println(weights + " on " + slots + ": " + shares + " " + jobs);
        return shares;
    }

    private static void assertFair(Map<String, Double> shares, Map<String, Integer> weights) {
        double sum = weights.values().stream().mapToInt(Integer::intValue).sum();
        weights.forEach((instance, weight) -> assertThat(shares.get(instance))
                .as("of " + shares)
                .isBetween(weight / sum * 0.95, weight / sum * 1.05));
    }

    private void check(int slots, Map<String, Integer> weights, ToLongFunction<String> runMs) {
        assertFair(shares(slots, weights, runMs), weights);
    }

    @Test
    void shouldShareTenSlotsByWeight() {
        check(10, Map.of("a", 1, "b", 3), party -> 10_000);
    }

    @Test
    void shouldShareOneSlotByWeight() {
        check(1, Map.of("a", 1, "b", 2, "c", 5), party -> 7_000);
    }

    @Test
    void shouldShareOneSlotByWeightWhenOneRunsLonger() {
        check(1, Map.of("a", 1, "b", 2, "c", 5), party -> party.equals("a") ? 30_000 : 1_000);
    }

    @Test
    void shouldShareWhenTheLightRunsForHalfAnHour() {
        check(10, Map.of("a", 1, "b", 3), party -> party.equals("a") ? 30 * 60_000 : 1_000);
    }

    @Test
    void shouldShareWhenTheHeavyRunsForHalfAnHour() {
        check(10, Map.of("a", 1, "b", 3), party -> party.equals("b") ? 30 * 60_000 : 1_000);
    }

    @Test
    void shouldShareEquallyBetweenHalfAnHourAndASecond() {
        check(10, Map.of("a", 1, "b", 1), party -> party.equals("a") ? 30 * 60_000 : 1_000);
    }

    @Test
    void shouldShareWithRandomTimes() {
        Dice dice = new Dice(1);
        check(10, Map.of("a", 1, "b", 3, "c", 2), party -> switch (party) {
            case "a" -> 60_000 + dice.below(120_000);
            case "b" -> 1_000 + dice.below(20_000);
            default -> 1_000 + dice.below(300_000);
        });
    }
}
