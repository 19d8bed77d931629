package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that partitions stay with their owners, and move only to instances that have their rows. */
class StickyAssignorTest {

    private static final long FAR_BEHIND = AssignedGroup.FAR_BEHIND;
    private static final int SEEDS = Seeds.of(500);
    private static final Duration PATIENCE = AssignedGroup.PATIENCE;

    private final AssignedGroup group = new AssignedGroup(8);

    @Test
    void shouldShareOutAnEmptyLog() {
        // given
        group.joins("a").joins("b").joins("c");

        // when
        group.rebalance();

        // then
        assertThat(group.counts()).containsExactlyInAnyOrder(3, 3, 2);
        assertThat(group.copies()).allMatch(copies -> copies == 1);
        assertThat(group.followsUpIn()).isEmpty();
    }

    @Test
    void shouldMoveOnlyThePartitionsOfAnInstanceThatLeaves() {
        // given
        group.joins("a").joins("b").joins("c").settles();
        Map<Integer, String> before = group.deciders();
        Map<Integer, String> standingBy = group.standingBy();

        // when
        group.leaves("c").rebalance();

        // then
        before.forEach((task, decider) -> assertThat(group.deciders().get(task))
                .as("who decides " + task)
                .isEqualTo(decider.equals("c") ? standingBy.get(task) : decider));
    }

    @Test
    void shouldMoveNoMoreThanBalanceAsksForToAnInstanceThatReturns() {
        // given
        group.joins("a").joins("b").joins("c").settles().leaves("c").settles();
        Map<Integer, String> before = group.deciders();

        // when
        group.returns("c", 500).settles();

        // then
        Map<Integer, String> after = group.deciders();
        List<Integer> moved = after.keySet().stream()
                .filter(task -> !Objects.equals(after.get(task), before.get(task)))
                .toList();
        assertThat(moved).hasSize(2).allMatch(task -> "c".equals(after.get(task)));
    }

    @Test
    void shouldLetAnInstanceWithoutRowsCatchUpFirst() {
        // given
        group.joins("a").joins("b").settles();
        Map<Integer, String> before = group.deciders();

        // when
        group.returns("c", FAR_BEHIND).rebalance();

        // then
        assertThat(group.deciders()).isEqualTo(before);
        assertThat(group.copiesOf("c")).isNotEmpty();

        // when
        group.waits(PATIENCE).rebalance();

        // then
        assertThat(group.deciders()).isEqualTo(before);
        assertThat(group.followsUpIn()).contains(Duration.ofSeconds(60));

        // when
        group.catchesUp("c").settles();

        // then
        assertThat(group.count("c")).isEqualTo(2);
        assertThat(group.followsUpIn()).isEmpty();
    }

    @Test
    void shouldTakeWhoLacksLeastIfNobodyHasTheRows() {
        // given
        group.returns("a", FAR_BEHIND).returns("b", FAR_BEHIND - 1);

        // when
        group.rebalance();

        // then
        assertThat(group.count("b")).isEqualTo(8);
        assertThat(group.followsUpIn()).isPresent();
    }

    @Test
    void shouldLeaveAllAsItIsIfTheChangelogsCannotBeAsked() {
        // given
        group.joins("a").joins("b").settles();
        Map<Integer, String> before = group.deciders();
        group.joins("c").forgetsLags();

        // when
        group.rebalance();

        // then
        assertThat(group.deciders()).isEqualTo(before);
        assertThat(group.followsUpIn()).contains(PATIENCE);
    }

    @Test
    void shouldLetTwoWithoutRowsCatchUpAlike() {
        // given
        group.joins("a").joins("b").settles();

        // when
        group.returns("c", FAR_BEHIND).returns("d", FAR_BEHIND).rebalance();

        // then
        assertThat(group.copiesOf("c")).as("two to decide, two to keep").hasSize(2 + 2);
        assertThat(group.copiesOf("d")).hasSize(2 + 2);
    }

    @Test
    void shouldLetAnInstanceThatHasJustStartedSettle() {
        // given
        group.joins("a").joins("b").settles();
        Map<Integer, String> before = group.deciders();

        // when
        group.joins("c").rebalance();

        // then
        assertThat(group.deciders()).isEqualTo(before);
        assertThat(group.copiesOf("c")).isNotEmpty();
        assertThat(group.followsUpIn()).contains(PATIENCE);

        // when
        group.waits(PATIENCE.minusMillis(1)).rebalance();

        // then
        assertThat(group.deciders()).isEqualTo(before);
        assertThat(group.followsUpIn()).contains(Duration.ofMillis(1));

        // when
        group.waits(Duration.ofMillis(1)).rebalance();

        // then
        assertThat(group.count("c")).isEqualTo(2);
        assertThat(group.followsUpIn()).isEmpty();
    }

    @Test
    void shouldPreferThoseThatHaveSettledWhenAnInstanceLeaves() {
        // given
        group.joins("a").joins("b").settles().joins("c").rebalance();
        Set<TaskId> copies = Set.copyOf(group.copiesOf("a"));

        // when
        group.leaves("b").rebalance();

        // then
        assertThat(copies)
                .isNotEmpty()
                .allSatisfy(task ->
                        assertThat(group.deciders().get(task.partition())).isEqualTo("a"));

        // when
        group.leaves("a").rebalance();

        // then
        assertThat(group.count("c")).as("nobody else is there").isEqualTo(8);
    }

    @Test
    void shouldLetAnInstanceSettleAgainThatWasStartedAgain() {
        // given
        group.joins("a").joins("b").settles();

        // when
        group.waits(PATIENCE.multipliedBy(2)).joins("b").rebalance();

        // then
        assertThat(group.count("a")).isEqualTo(8);
        assertThat(group.followsUpIn()).contains(PATIENCE);
    }

    @Test
    void shouldMoveNothingBetweenThoseThatStayInARollingRestart() {
        // given
        group.joins("a").joins("b").joins("c").settles();

        for (String name : List.of("a", "b", "c")) {
            // when
            Map<Integer, String> before = group.deciders();
            group.leaves(name).rebalance();
            Map<Integer, String> without = group.deciders();
            group.waits(Duration.ofSeconds(10)).returns(name, 500).rebalance();
            Map<Integer, String> after = group.deciders();
            group.waits(PATIENCE.minusSeconds(1)).rebalance();

            // then
            before.forEach((task, decider) -> assertThat(without.get(task))
                    .as("who decides " + task + " without " + name)
                    .satisfies(now -> assertThat(now.equals(decider)).isNotEqualTo(decider.equals(name))));
            assertThat(after).as(name + " is back").isEqualTo(without);
            assertThat(group.deciders()).as(name + " has nearly settled").isEqualTo(without);
            assertThat(group.followsUpIn()).contains(Duration.ofSeconds(1));
        }

        // when
        group.settles();

        // then
        assertThat(group.spread()).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldNotWaitForEverForAnInstanceThatComesAndGoes() {
        // given
        group.joins("a").joins("b").settles().joins("c").rebalance();
        int steps = 0;

        // when another instance joins or leaves every 25 steps, each of a second
        while (group.count("c") == 0 && steps < 1_000) {
            steps++;
            group.waits(Duration.ofSeconds(1));
            if (steps % 25 == 0) {
                (steps % 50 == 0 ? group.leaves("d") : group.joins("d")).rebalance();
            } else if (group.followsUpIn().filter(Duration.ZERO::equals).isPresent()) {
                group.rebalance();
            }
        }

        // then
        assertThat(Duration.ofSeconds(steps)).isEqualTo(PATIENCE.multipliedBy(4));
    }

    /** Rows on an old disk lack some records. To restore them takes a second, in which no instance would decide. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void shouldTakeWhoStandsByRatherThanWhoMustRestore(int members) {
        for (int tasks = 1; tasks <= 24; tasks++) {
            for (int leaving = 0; leaving < members; leaving++) {
                assertTakesWhoStandsBy(tasks, members, leaving);
            }
        }
    }

    private static void assertTakesWhoStandsBy(int tasks, int members, int leaving) {
        // given
        List<String> names = List.of("a", "b", "c", "d", "e").subList(0, members);
        String leaves = names.get(leaving);
        AssignedGroup some = new AssignedGroup(tasks);
        names.forEach(some::joins);
        some.settles();
        names.forEach(name -> some.fallsBehind(name, 500));
        Map<Integer, String> before = some.deciders();
        Map<Integer, String> standingBy = some.standingBy();

        // when
        some.leaves(leaves).rebalance();

        // then
        before.forEach((task, decider) -> assertThat(some.deciders().get(task))
                .as("who decides " + task)
                .isEqualTo(decider.equals(leaves) ? standingBy.get(task) : decider));
    }

    /** The former owner of a partition lacks no records of it, yet does not get it back. */
    @Test
    void shouldMoveToWhoTrailsByAFewRecords() {
        // given
        group.joins("a").joins("b").settles().joins("c").rebalance();
        group.trails("c", 50);

        // when
        group.waits(PATIENCE).rebalance();

        // then
        assertThat(group.count("c")).isEqualTo(2);
    }

    @Test
    void shouldMoveThoughAnotherLeaderKnowsNothingOfIt() {
        // given
        group.joins("a").joins("b").settles().joins("c").rebalance();

        // when
        group.waits(PATIENCE).changesLeaderAtEachRebalance().rebalance();

        // then rebalances end, and all partitions are decided
        assertThat(group.deciders()).hasSize(8);
    }

    @Test
    void shouldGiveMoreToWhoHasMoreThreads() {
        // given
        group.joins("a", 3).joins("b", 1);

        // when
        group.rebalance();

        // then
        assertThat(group.count("a")).isEqualTo(6);
    }

    /** Instances join, leave and fall behind at random. The invariants are checked after each rebalance. */
    @Test
    void shouldHoldWhateverHappens() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertHolds(new Random(seed));
        }
    }

    private static void assertHolds(Random random) {
        AssignedGroup some = new AssignedGroup(1 + random.nextInt(24)).joins("a");
        for (int i = 0; i < 40; i++) {
            String name = String.valueOf((char) ('a' + random.nextInt(5)));
            some.waits(Duration.ofSeconds(random.nextInt(20)));
            switch (random.nextInt(4)) {
                case 0 -> some.returns(name, random.nextBoolean() ? random.nextInt(20_000) : FAR_BEHIND);
                case 1 -> some.leaves(name);
                case 2 -> some.catchesUp(name);
                default -> some.rebalance();
            }
            if (some.isEmpty()) {
                some.joins("a");
            }
            Map<Integer, String> before = some.deciders();
            some.rebalance();
            some.check(before);
        }
        some.settles();
        Map<Integer, String> settled = some.deciders();
        Map<Integer, String> standing = some.standingBy();
        some.rebalance();
        assertThat(some.deciders()).isEqualTo(settled);
        assertThat(some.standingBy()).isEqualTo(standing);
        assertThat(some.spread()).isLessThanOrEqualTo(1);
    }
}
