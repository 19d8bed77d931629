package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.Table;
import dev.rota.jobs.Action;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.farm.JobsTables;
import dev.rota.testing.Dice;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures the assigner SHARES over backlogs: the slot time of each instance and owner, and how long jobs wait. */
class SharesTest {

    private static final long HOUR_MS = 3_600_000;

    private static final long HALF_AN_HOUR_MS = HOUR_MS / 2;

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
        weights.forEach((instance, weight) -> farm.rule(
                "default",
                InstanceQuota.newBuilder()
                        .setInstance(instance)
                        .setMin(0)
                        .setMax(Integer.MAX_VALUE)
                        .setWeight(weight)
                        .build()));
        for (int i = 0; i < slots; i++) {
            farm.sync(BotEventBuilder.bot("b" + i));
        }
    }

    private void submit(String instance, @Nullable String owner, String party, ToLongFunction<String> runMs) {
        String job = party + "-" + jobs++;
        partyOf.put(job, party);
        follow(farm.at(now).submit(job, "unknown", submitted(instance, owner)), runMs);
    }

    /** Follows assignments, which are texts such as {@code b1: ASSIGNED j1/1 CAPACITY}. */
    private void follow(List<String> said, ToLongFunction<String> runMs) {
        for (String text : said) {
            int assigned = text.indexOf(": ASSIGNED ");
            if (assigned > 0) {
                String job = text.substring(assigned + ": ASSIGNED ".length(), text.lastIndexOf('/'));
                String party = Objects.requireNonNull(partyOf.get(job));
                begins.computeIfAbsent(party, key -> new ArrayList<>()).add(now);
                running.add(new Running(
                        job, party, text.substring(0, assigned), ++leases, now, now + runMs.applyAsLong(party)));
            }
        }
    }

    /** Runs until a time; {@code next} submits a job of the party whose job has ended. */
    private void run(long until, ToLongFunction<String> runMs, Consumer<String> next) {
        while (!running.isEmpty() && running.peek().end <= until) {
            Running first = running.remove();
            now = first.end;
            usedMs.merge(first.party, first.end - first.begin, Long::sum);
            next.accept(first.party);
            follow(farm.at(now).sync(BotEventBuilder.bot(first.bot).completed(first.job, first.lease)), runMs);
        }
    }

    /** Runs for an hour with backlogs of all instances; returns the part of the slot time that each got. */
    private Map<String, Double> shares(int slots, Map<String, Integer> weights, ToLongFunction<String> runMs) {
        open(slots, weights);
        for (int i = 0; i < 3 * slots + 3; i++) {
            weights.keySet().forEach(instance -> submit(instance, null, instance, runMs));
        }
        run(now + HOUR_MS, runMs, instance -> submit(instance, null, instance, runMs));
        return parts(1_000 + HOUR_MS);
    }

    /** Returns the part that each party has of the slot time that was used up to a time. */
    private Map<String, Double> parts(long until) {
        Map<String, Long> all = new TreeMap<>(usedMs);
        running.forEach(each -> all.merge(each.party, Math.max(0, until - each.begin), Long::sum));
        double sum = all.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> parts = new TreeMap<>();
        all.forEach((party, ms) -> parts.put(party, ms / sum));
        return parts;
    }

    /** Asserts that each share differs from its weight by at most 5 percent of it, or by one lease of the longest. */
    private void check(int slots, Map<String, Integer> weights, long longestMs, ToLongFunction<String> runMs) {
        Map<String, Double> shares = shares(slots, weights, runMs);
        double sum = weights.values().stream().mapToInt(Integer::intValue).sum();
        double lease = longestMs / (double) (slots * HOUR_MS);
        weights.forEach((instance, weight) -> assertThat(shares.get(instance))
                .as("of %s", shares)
                .isCloseTo(weight / sum, within(Math.max(lease, 0.05 * weight / sum))));
    }

    @Test
    void shouldShareTenSlotsByWeight() {
        check(10, Map.of("a", 1, "b", 3), 10_000, party -> 10_000);
    }

    @Test
    void shouldShareOneSlotByWeight() {
        check(1, Map.of("a", 1, "b", 2, "c", 5), 7_000, party -> 7_000);
    }

    @Test
    void shouldShareOneSlotByWeightThoughOneRunsLonger() {
        check(1, Map.of("a", 1, "b", 2, "c", 5), 30_000, party -> party.equals("a") ? 30_000 : 1_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void shouldShareBetweenASecondAndHalfAnHour(String longer) {
        check(10, Map.of("a", 1, "b", 3), HALF_AN_HOUR_MS, party -> party.equals(longer) ? HALF_AN_HOUR_MS : 1_000);
    }

    @Test
    void shouldShareEquallyBetweenASecondAndHalfAnHour() {
        check(10, Map.of("a", 1, "b", 1), HALF_AN_HOUR_MS, party -> party.equals("a") ? HALF_AN_HOUR_MS : 1_000);
    }

    @Test
    void shouldShareWithRandomTimes() {
        Dice dice = new Dice(1);
        check(10, Map.of("a", 1, "b", 3, "c", 2), 300_000, party -> switch (party) {
            case "a" -> 60_000 + dice.below(120_000);
            case "b" -> 1_000 + dice.below(20_000);
            default -> 1_000 + dice.below(300_000);
        });
    }

    @Test
    void shouldShareEquallyBetweenOwnersAndByWeightBetweenTheirInstances() {
        // given
        open(8, Map.of("a", 1, "b", 1));
        Dice dice = new Dice(2);
        ToLongFunction<String> runMs = party -> party.equals("a/many") ? 1_000 + dice.below(5_000) : 40_000;
        List<String> parties = List.of("a/many", "a/long", "b/only");
        for (int i = 0; i < 30; i++) {
            parties.forEach(party -> submit(party, runMs));
        }

        // when
        run(now + HOUR_MS, runMs, party -> submit(party, runMs));

        // then
        Map<String, Double> parts = parts(1_000 + HOUR_MS);
        assertThat(parts.get("a/many")).isCloseTo(0.25, within(0.0125));
        assertThat(parts.get("a/long")).isCloseTo(0.25, within(0.0125));
        assertThat(parts.get("b/only")).isCloseTo(0.5, within(0.025));
    }

    /** Submits a job of a party that is an instance and an owner. */
    private void submit(String party, ToLongFunction<String> runMs) {
        submit(party.substring(0, party.indexOf('/')), party.substring(party.indexOf('/') + 1), party, runMs);
    }

    /** The first job of an owner waits for as long as each other owner runs one job, on all slots. */
    @Test
    void shouldStartTheFirstJobOfAnOwnerSoon() {
        // given owners with backlogs of jobs that run for up to a minute
        open(4, Map.of());
        Dice dice = new Dice(3);
        ToLongFunction<String> runMs = party -> 1_000 + dice.below(59_000);
        for (int owner = 0; owner < 8; owner++) {
            for (int i = 0; i < 20; i++) {
                submit("a/owner" + owner, runMs);
            }
        }

        // when another owner comes, again and again
        long longestWait = 0;
        for (int i = 0; i < 60; i++) {
            run(now + 60_000 + dice.below(60_000), runMs, party -> {
                if (party.startsWith("a/owner")) {
                    submit(party, runMs);
                }
            });
            String newcomer = "a/new" + i;
            long since = now;
            submit(newcomer, runMs);
            run(now + 180_000, runMs, party -> {
                if (party.startsWith("a/owner")) {
                    submit(party, runMs);
                }
            });
            longestWait = Math.max(
                    longestWait, Objects.requireNonNull(begins.get(newcomer)).get(0) - since);
        }

        // then
        assertThat(longestWait).isPositive().isLessThanOrEqualTo(9 * 60_000 / 4);
    }

    @Test
    void shouldGiveNoCreditForTimeWithoutJobs() {
        // given an instance that has used all slots for an hour
        open(4, Map.of("a", 1, "b", 1));
        ToLongFunction<String> runMs = party -> 10_000;
        for (int i = 0; i < 10; i++) {
            submit("a/x", runMs);
        }
        run(now + HOUR_MS, runMs, party -> submit(party, runMs));
        usedMs.clear();

        // when another begins
        for (int i = 0; i < 10; i++) {
            submit("b/y", runMs);
        }
        long begin = now;
        run(now + 1_000_000, runMs, party -> submit(party, runMs));

        // then it gets its share, and no more
        assertThat(parts(begin + 1_000_000).get("b/y")).isCloseTo(0.5, within(0.025));
    }

    /** An owner that never has more than one job gets no credit for the moments between two of them. */
    @Test
    void shouldRememberAnOwnerBetweenItsJobs() {
        // given
        open(1, Map.of());
        ToLongFunction<String> runMs = party -> party.equals("a/one") ? 60_000 : 1_000;
        for (int i = 0; i < 5; i++) {
            submit("a/many", runMs);
        }
        submit("a/one", runMs);

        // when
        run(now + HOUR_MS, runMs, party -> submit(party, runMs));

        // then
        assertThat(parts(now).get("a/one")).isCloseTo(0.5, within(0.03));
    }

    @Test
    void shouldKeepItsPlaceWhenAWeightChanges() {
        // given
        open(10, Map.of("a", 1, "b", 1));
        ToLongFunction<String> runMs = party -> 10_000;
        for (int i = 0; i < 33; i++) {
            submit("a/x", runMs);
            submit("b/y", runMs);
        }
        run(now + HOUR_MS, runMs, party -> submit(party, runMs));

        // when
        farm.at(now)
                .rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(Integer.MAX_VALUE)
                                .setWeight(4)
                                .build());
        usedMs.clear();
        long begin = now;
        run(begin + 1_000_000, runMs, party -> submit(party, runMs));

        // then it has four parts of five from then on, not of the hour before as well
        assertThat(parts(begin + 1_000_000).get("a/x")).isCloseTo(0.8, within(0.03));
    }

    @Test
    void shouldStayInOrderForThousandsOfYears() {
        // given an instance that uses a slot for 30,000 years, so that one of a great weight begins beyond 64 bits
        long years = 30_000L * 365 * 24 * HOUR_MS;
        open(1, Map.of("light", 1, "heavy", 1_000));
        ToLongFunction<String> runMs = party -> party.equals("light/first") ? years : 10_000;
        submit("light/first", runMs);
        submit("light/x", runMs);
        submit("light/x", runMs);
        submit("heavy/y", runMs);
        submit("heavy/y", runMs);

        // when
        run(now + years + 2 * HOUR_MS, runMs, party -> {
            if (!party.equals("light/first")) {
                submit(party, runMs);
            }
        });

        // then
        assertThat(begins.get("heavy/y")).hasSizeGreaterThan(300);
    }

    @Test
    void shouldCountFromTheMomentTheAssignerIsInForce() {
        // given an instance that has run for long under another assigner
        farm.policy(policy -> policy.setBotTimeoutMs(100 * HOUR_MS));
        farm.sync(BotEventBuilder.bot("b"));
        farm.submit("a1", "a");
        farm.at(HOUR_MS).sync(BotEventBuilder.bot("b").completed("a1", 1));
        farm.operate(Action.HOLD, null, null);
        farm.submit("a2", "a", 0);
        farm.submit("b1", "b", 1);
        farm.policy(policy -> policy.setAssigner(Assigner.SHARES));

        // then its job is first, by priority
        assertThat(farm.operate(Action.RESUME, null, null)).contains("a2 ASSIGNED b");

        // and when the assigner changes and returns, so are all equal again
        farm.at(2 * HOUR_MS).sync(BotEventBuilder.bot("b").completed("a2", 2));
        farm.submit("a3", "a", 0);
        farm.submit("b2", "b", 1);
        farm.policy(policy -> policy.setAssigner(Assigner.COHORT));
        farm.policy(policy -> policy.setAssigner(Assigner.SHARES));
        assertThat(farm.sync(BotEventBuilder.bot("b").completed("b1", 3))).contains("a3 ASSIGNED b");
    }

    @Test
    void shouldAssignWithoutABackoff() {
        farm.policy(policy ->
                policy.setAssigner(Assigner.SHARES).setFailureBackoffMs(60_000).setLeaseAckMs(HOUR_MS));
        farm.submit("j1", "a");
        farm.pass(10_000);
        assertThat(farm.sync(BotEventBuilder.bot("b"))).contains("j1 ASSIGNED b");
        assertThat(farm.log().nextDue()).isGreaterThan(600_000);
    }

    @Test
    void shouldExplainWhatWasUsedAndWhatMeansNothing() {
        CohortLog log = new CohortLog();
        log.policy(1_000, CohortPolicy.newBuilder().setAssigner(Assigner.SHARES));
        log.feed(
                1_000,
                new PolicyEvent(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(9)
                                .setWeight(3)
                                .build()));
        log.bot(1_000, "b1", 1);
        log.submit(1_000, "a1", "a", 0);
        log.submit(1_000, "b1", "b", 0);
        log.feed(
                31_000,
                new JobEvent(
                        "a2",
                        "unknown",
                        JobSubmitted.newBuilder()
                                .setInstance("a")
                                .setOwner("ann")
                                .build()));
        assertThat(log.why("a2"))
                .contains("with a weight of 3 instance a has used 30000 ms of the slots' time and has 1 assigned")
                .contains("1 instance that waits comes before it")
                .contains(
                        "of its instance owner ann has used 0 ms; by that, no other owner with jobs of priority 0 comes before it");
        log.submit(31_000, "a3", "a", 0);
        log.submit(31_000, "a4", "a", 1);
        assertThat(log.why("a3"))
                .contains(
                        "the jobs without an owner have used 30000 ms; by that, 1 other owner with jobs of priority 0 comes before it");
        assertThat(log.why("a4"))
                .contains(
                        "the jobs without an owner have used 30000 ms; by that, no other owner with jobs of priority 1 comes before it");
        log.policy(32_000, CohortPolicy.newBuilder());
        assertThat(log.why("a2"))
                .contains("its instance's weight of 3 and its owner ann mean nothing to the assigner PRIORITY_AGE");
        Answer instance = Objects.requireNonNull(log.explain("instance", "a"));
        assertThat(instance.sentence()).contains("weight of 3 means nothing to the assigner PRIORITY_AGE");
    }

    /** Leases that run count by periods, so less than what they have used may come before more. */
    @Test
    void shouldExplainWhoComesBeforeAsItIsCompared() {
        // given two owners whose leases began in the same period, and an instance whose jobs no bot can run
        CohortLog log = new CohortLog();
        log.policy(1_000, CohortPolicy.newBuilder().setAssigner(Assigner.SHARES));
        log.bot(1_000, "x", 2);
        log.submit(1_000, "n1", "other", 0, "gpu=yes");
        log.feed(1_001, owned("ann1", "a", "ann"));
        log.feed(2_000, owned("bob1", "a", "bob"));
        log.feed(9_000, owned("ann2", "a", "ann"));
        log.feed(9_000, owned("bob2", "a", "bob"));

        // then
        assertThat(log.why("ann2"))
                .contains("no instance that waits comes before it")
                .contains(
                        "owner ann has used 7999 ms; by that, no other owner with jobs of priority 0 comes before it");
    }

    /** A scheduler may be waiting for the sentence. */
    @Test
    void shouldNotCountVeryManyOwners() {
        open(1, Map.of());
        for (int i = 0; i < 10_002; i++) {
            farm.hear(owned("j" + i, "a", "owner" + i));
        }

        Answered answered = farm.log().ask("default", new Subject("job", "j9"));

        assertThat(Objects.requireNonNull(Objects.requireNonNull(answered).answer())
                        .sentence())
                .contains("more than 10000 owners have jobs of priority 0 queued, so those before it are not counted");
    }

    private static JobEvent owned(String job, String instance, String owner) {
        return new JobEvent(job, "unknown", submitted(instance, owner));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountUsedTimeOnlyWhileItShares(boolean cold) {
        TestFarm shared = TestFarm.of(cold ? TestLog.cold(new JobsDomain()) : TestLog.warm(new JobsDomain()));
        shared.policy(policy -> policy.setAssigner(Assigner.SHARES));
        shared.sync(x());
        shared.at(1_000).submit("a1", "a");
        shared.submit("a2", "a");
        shared.at(5_000).sync(x().active("a1", 1).completed("a2", 2));
        shared.at(8_000).submit("b1", "b");
        assertThat(shared.log().gauges("default"))
                .containsEntry("used_slot_seconds[a]", 11L)
                .containsEntry("used_slot_seconds[b]", 0L);

        shared.policy(policy -> policy.setAssigner(Assigner.COHORT));
        assertThat(shared.log().gauges("default")).doesNotContainKey("used_slot_seconds[a]");
    }

    @Test
    void shouldRefuseWeightsBeyondTheLimit() {
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(1)
                                .setWeight(0)
                                .build()))
                .containsExactly("QUOTA_INVALID");
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(1)
                                .setWeight(1_001)
                                .build()))
                .containsExactly("QUOTA_INVALID");
        assertThat(farm.rule(
                        "default",
                        InstanceQuota.newBuilder()
                                .setInstance("a")
                                .setMin(0)
                                .setMax(1)
                                .setWeight(1_000)
                                .build()))
                .isEmpty();
    }

    /** What owners have used is forgotten when others have used as much, so that their rows do not grow for ever. */
    @Test
    void shouldForgetOwnersThatOthersHaveReached() {
        // given
        CountedStore store = new CountedStore();
        TestFarm counted = TestFarm.of(TestLog.buffered(new JobsDomain(), store));
        counted.policy(policy -> policy.setAssigner(Assigner.SHARES).setBotTimeoutMs(100 * HOUR_MS));
        counted.sync(BotEventBuilder.bot("b"));

        // when 200 owners come one after the other, while one waits
        for (int i = 0; i < 200; i++) {
            counted.at(10_000 + i * 2_000L);
            counted.submit("long" + i, "unknown", submitted("a", "long"));
            counted.submit("short" + i, "unknown", submitted("a", "owner" + i));
            counted.at(11_000 + i * 2_000L).sync(BotEventBuilder.bot("b").completed(onlyJob(counted), 2 * i + 1));
            counted.at(12_000 + i * 2_000L - 1).sync(BotEventBuilder.bot("b").completed(onlyJob(counted), 2 * i + 2));
        }
        counted.log().flush();

        // then
        assertThat(store.rows(List.of(JobsTables.OWNERS)).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isLessThan(20);
    }

    /** The owner of all instances who has used least is forgotten when more than the maximum are without jobs. */
    @Test
    void shouldRememberNoMoreThanTheMaximumOfOwners() {
        CountedStore store = new CountedStore();
        TestFarm counted = afterOneJobEach(store, number -> submitted("a", "owner" + number));

        assertThat(store.rows(List.of(JobsTables.OWNERS)).values()).containsExactly(10_000);
        assertThat(isRemembered(counted, "a", "owner0")).isFalse();
        assertThat(isRemembered(counted, "a", "owner10049")).isTrue();

        // then who has used more is remembered instead, of whichever instance
        run(counted, 10_050, submitted("b", "ann"), 9);
        assertThat(isRemembered(counted, "b", "ann")).isTrue();
    }

    @Test
    void shouldRememberNoMoreThanTheMaximumOfInstances() {
        CountedStore store = new CountedStore();
        TestFarm counted = afterOneJobEach(store, number -> submitted("a" + number, null));

        Table<InstanceRow> instances = counted.log().table(JobsTables.INSTANCES, "default");
        assertThat(store.rows(List.of(JobsTables.INSTANCES)).values()).containsExactly(10_000);
        assertThat(instances.get(Key.of("a0"))).isNull();
        assertThat(instances.get(Key.of("a10049"))).isNotNull();
    }

    /** Runs more jobs than the maximum, one after the other, the first one the shortest. */
    private static TestFarm afterOneJobEach(CountedStore store, IntFunction<JobSubmitted> jobs) {
        TestFarm counted = TestFarm.of(TestLog.buffered(new JobsDomain(), store));
        counted.policy(policy -> policy.setAssigner(Assigner.SHARES).setBotTimeoutMs(100 * HOUR_MS));
        counted.sync(BotEventBuilder.bot("b"));
        for (int i = 0; i < 10_050; i++) {
            run(counted, i, jobs.apply(i), i == 0 ? 1 : 2);
        }
        counted.log().flush();
        return counted;
    }

    private static void run(TestFarm farm, int number, JobSubmitted submitted, long runMs) {
        long now = 10_000 + number * 10L;
        farm.at(now).submit("job" + number, "unknown", submitted);
        farm.at(now + runMs).sync(BotEventBuilder.bot("b").completed("job" + number, number + 1));
    }

    private static boolean isRemembered(TestFarm farm, String instance, String owner) {
        Key key = Key.of().text(instance).text(owner).end();
        return farm.log().table(JobsTables.OWNERS, "default").get(key) != null;
    }

    /** A job that the fetch of its bot passes over still waits, so its instance does not begin to wait again. */
    @Test
    void shouldCountAJobThatAFetchPassesOver() {
        // given what instances have used: c 100 seconds, d 80, and a least
        farm.policy(policy -> policy.setAssigner(Assigner.SHARES)
                .setBotTimeoutMs(100 * HOUR_MS)
                .setLeaseAckMs(100 * HOUR_MS));
        farm.sync(BotEventBuilder.bot("gpu").has("gpu", "yes"));
        farm.submit("e1", "e", 0, "gpu", "yes");
        farm.sync(x());
        farm.submit("c1", "c");
        farm.at(101_000).sync(x().completed("c1", 2));
        farm.submit("d1", "d");
        farm.at(181_000).sync(x().completed("d1", 3));
        farm.at(231_000).submit("a1", "a", -1);
        farm.submit("f1", "f");
        farm.at(240_000).submit("a2", "a");
        farm.submit("d2", "d", -5, "gpu", "yes");
        farm.submit("c2", "c");

        // when a1 comes back and precedes both jobs that its bot fetches instead, the last other one of a among them
        assertThat(farm.at(241_000).sync(x().cancelled("a1", 4).completed("f1", 5)))
                .contains("a2 ASSIGNED x", "c2 ASSIGNED x");
        farm.submit("a3", "a", 9);

        // then a has still used less than d, whose job is more urgent
        assertThat(farm.at(242_000)
                        .sync(BotEventBuilder.bot("gpu").has("gpu", "yes").completed("e1", 1)))
                .contains("a1 ASSIGNED gpu");
    }

    private static BotEventBuilder x() {
        return BotEventBuilder.bot("x").capacity(2);
    }

    private static String onlyJob(TestFarm farm) {
        return farm.botOf().keySet().iterator().next().substring("default/".length());
    }

    private static JobSubmitted submitted(String instance, @Nullable String owner) {
        return JobSubmitted.newBuilder().setInstance(instance).setOwner(owner).build();
    }
}
