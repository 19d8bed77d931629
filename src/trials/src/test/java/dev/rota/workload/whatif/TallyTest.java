package dev.rota.workload.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Counts waits, slots and events, from the branch on. */
class TallyTest {

    private static final Group A = new Group("instance", "a");
    private static final Group BOTS = new Group("bots", "x");

    private final Tally tally = new Tally();

    private static Figures figures(Tally of, Group group) {
        return Objects.requireNonNull(of.figures().get(group));
    }

    @Test
    void shouldCountTheFirstServiceOnly() {
        tally.waits(A, "j", 10);
        tally.served("j", 15);
        tally.served("j", 40);
        tally.leaves("j", 50);

        assertThat(figures(tally, A).waits().max()).isEqualTo(new Waits.Stat(5, false));
    }

    @Test
    void shouldCountAWaitThatHasNotEndedAsLongAsItLasted() {
        tally.waits(A, "waiting", 10);
        tally.waits(A, "left", 10);
        tally.leaves("left", 30);
        tally.clock(25);
        tally.clock(20);

        Waits waits = figures(tally, A).waits();

        assertThat(waits.open()).isEqualTo(2);
        assertThat(waits.max()).isEqualTo(new Waits.Stat(20, true));
    }

    @Test
    void shouldTellASubjectThatComesAgainFromTheFirst() {
        tally.waits(A, "j", 0);
        tally.served("j", 1);
        tally.waits(A, "j", 10);
        tally.served("j", 15);
        tally.waits(A, "j", 20);
        tally.served("j", 90);

        Waits waits = figures(tally, A).waits();

        assertThat(waits.count()).isEqualTo(3);
        assertThat(waits.max().value()).isEqualTo(70);
        assertThat(tally.label(tally.subject("j"))).isEqualTo("j (3)");
        assertThat(tally.name(tally.subject("j"))).isEqualTo("j");
    }

    /** An id may look like the second coming of another. */
    @Test
    void shouldNotTakeAnIdForAComing() {
        tally.waits(A, "j (2)", 0);
        tally.waits(A, "j", 0);
        tally.served("j", 1);
        tally.waits(A, "j", 10);
        tally.served("j (2)", 50);

        assertThat(tally.subjects()).isEqualTo(3);
        assertThat(figures(tally, A).waits().max()).isEqualTo(new Waits.Stat(50, true));
        assertThat(tally.name(tally.subject("j (2)"))).isEqualTo("j (2)");
        assertThat(tally.label(tally.subject("j"))).isEqualTo("j (2)");
    }

    /** Slots that are there before a time is known count from the first one on, and so do the steps of the series. */
    @Test
    void shouldBeginWithTheFirstTime() {
        tally.slots("b", BOTS, 2, tally.now());
        tally.restart(tally.now());
        tally.slots("c", BOTS, 2, tally.now());
        tally.clock(1_000_000);
        tally.waits(A, "j", 1_000_010);
        tally.served("j", 1_000_020);

        assertThat(figures(tally, BOTS).slotTime()).isEqualTo(80);
        assertThat(tally.series().from()).isEqualTo(1_000_000);
        assertThat(tally.series().step()).isEqualTo(1);
    }

    /** Each party counts once, however often it changes, and those that are there at the branch count after it. */
    @Test
    void shouldCountThePartiesOfAKind() {
        tally.slots("gone", BOTS, 1, 1);
        tally.slots("gone", BOTS, 0, 2);
        tally.slots("stays", BOTS, 1, 3);
        assertThat(figures(tally, BOTS).parties()).isEqualTo(2);

        tally.restart(10);
        tally.slots("stays", BOTS, 2, 11);
        tally.slots("new", BOTS, 1, 12);
        tally.slots("new", BOTS, 0, 13);

        assertThat(figures(tally, BOTS).parties()).isEqualTo(2);
        assertThat(figures(tally.fork(), BOTS).parties()).isEqualTo(2);
    }

    @Test
    void shouldCountNothingWithoutATime() {
        tally.slots("b", BOTS, 2, tally.now());

        assertThat(figures(tally, BOTS).slotTime()).isZero();
        assertThat(tally.series().from()).isZero();
    }

    @Test
    void shouldForgetWhatWasServedBeforeTheBranch() {
        tally.waits(A, "before", 0);
        tally.served("before", 5);
        tally.waits(A, "over", 8);
        tally.add(A, "evictions");
        tally.slots("b", BOTS, 4, 0);
        tally.busy("b", 1, 0);
        tally.restart(10);
        Tally world = tally.fork();
        tally.served("over", 100);
        world.served("over", 12);
        world.waits(A, "before", 20);
        world.clock(30);

        SortedMap<Group, Figures> figures = world.figures();

        assertThat(Objects.requireNonNull(figures.get(A)).counts()).isEmpty();
        assertThat(Objects.requireNonNull(figures.get(A)).waits().count()).isEqualTo(2);
        assertThat(Objects.requireNonNull(figures.get(A)).waits().mean()).isEqualTo(new Waits.Stat(7, true));
        assertThat(Objects.requireNonNull(figures.get(BOTS)).slotTime()).isEqualTo(4 * 20);
        assertThat(Objects.requireNonNull(figures.get(BOTS)).busyTime()).isEqualTo(20);
        assertThat(Objects.requireNonNull(figures.get(Group.ALL)).waits().count())
                .isEqualTo(2);
    }

    @Test
    void shouldCountSlotsWhileTheirPartyHasThem() {
        tally.slots("b", BOTS, 2, 0);
        tally.busy("b", 1, 10);
        tally.slots("b", BOTS, 1, 20);
        tally.busy("b", -1, 30);
        tally.slots("b", BOTS, 0, 40);
        tally.clock(100);

        Figures figures = figures(tally, BOTS);

        assertThat(figures.slotTime()).isEqualTo(2 * 20 + 20);
        assertThat(figures.busyTime()).isEqualTo(20);
        assertThat(figures.utilisation()).isEqualTo(1.0 / 3);
    }

    @Test
    void shouldNotCountSlotsOfAPartyThatIsSilent() {
        tally.silence(50);
        tally.slots("b", BOTS, 2, 0);
        tally.busy("b", 1, 10);
        tally.slots("b", BOTS, 2, 20);
        tally.busy("b", -1, 200);
        tally.clock(1_000);

        Figures figures = figures(tally, BOTS);

        assertThat(figures.slotTime()).isEqualTo(2 * 70);
        assertThat(figures.busyTime()).isEqualTo(60);
    }

    /** 99.9 % of 1,000 are 999, whatever floating point makes of it. */
    @Test
    void shouldRankExactly() {
        Waits waits = new Waits();
        for (int i = 1; i <= 1_000; i++) {
            waits.add(i, true);
        }

        assertThat(waits.percentile(99.9).value()).isEqualTo(999);
        assertThat(waits.percentile(55).value()).isEqualTo(550);
        assertThat(waits.percentile(0.1).value()).isEqualTo(1);
    }

    /** By definition: a percentile is at least what it is if one of the waits up to it had not ended. */
    @Test
    void shouldSayOfWhichPercentilesOneDoesNotKnowMore() {
        Random random = new Random(1);
        for (int run = 0; run < 500; run++) {
            Waits waits = new Waits();
            int[] values = new int[1 + random.nextInt(12)];
            boolean[] ended = new boolean[values.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(6);
                ended[i] = random.nextInt(4) > 0;
                waits.add(values[i], ended[i]);
            }
            double percent = 1 + random.nextInt(100);
            int[] sorted = values.clone();
            Arrays.sort(sorted);
            int value = sorted[Math.max(1, (int) Math.ceil(percent / 100 * values.length)) - 1];
            boolean open = false;
            for (int i = 0; i < values.length; i++) {
                open |= !ended[i] && values[i] <= value;
            }

            assertThat(waits.percentile(percent)).isEqualTo(new Waits.Stat(value, open));
        }
    }

    @Test
    void shouldFindNamesAgain() {
        Subjects subjects = new Subjects();
        for (int i = 0; i < 100_000; i++) {
            assertThat(subjects.number("job-" + i)).isEqualTo(i);
        }
        String large = "x".repeat(3_000_000);
        assertThat(subjects.number(large)).isEqualTo(100_000);
        for (int i = 0; i < 100_000; i += 997) {
            assertThat(subjects.find("job-" + i)).isEqualTo(i);
            assertThat(subjects.name(i)).isEqualTo("job-" + i);
        }
        assertThat(subjects.name(100_000)).isEqualTo(large);
        assertThat(subjects.find("job-100000")).isEqualTo(-1);
    }

    @Test
    void shouldTakeBackASubjectThatWasNotAccepted() {
        tally.waits(A, "j", 10);
        tally.waits(A, "j", 12);
        tally.withdraw();
        tally.served("j", 15);
        tally.waits(A, "k", 20);
        tally.withdraw();
        tally.waits(A, "k", 30);
        tally.served("k", 31);

        Waits waits = figures(tally, A).waits();

        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.open()).isZero();
        assertThat(waits.max().value()).isEqualTo(5);
    }

    @Test
    void shouldUseASlotUntilItIsFreed() {
        tally.slots("b", BOTS, 2, 0);
        tally.uses("b", "work", 10);
        tally.uses("b", "work", 20);
        Tally other = tally.fork();
        tally.frees("work", 40);
        tally.frees("work", 50);
        tally.clock(100);
        other.clock(100);

        assertThat(figures(tally, BOTS).busyTime()).isEqualTo(30);
        assertThat(figures(other, BOTS).busyTime()).isEqualTo(90);
    }

    @Test
    void shouldMoveWorkToAnotherParty() {
        tally.slots("b", BOTS, 1, 0);
        tally.slots("c", A, 1, 0);
        tally.uses("b", "work", 10);
        tally.uses("c", "work", 20);
        tally.clock(50);

        assertThat(figures(tally, BOTS).busyTime()).isEqualTo(10);
        assertThat(figures(tally, A).busyTime()).isEqualTo(30);
    }

    @Test
    void shouldSumWhatHappens() {
        tally.add(A, "bytes", 5);
        tally.add(A, "bytes", 6);

        assertThat(figures(tally, A).counts()).containsEntry("bytes", 11L);
    }
}
