package dev.rota.stream.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.Chores;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.OutputFormat;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.outputs.OutputAccess.Committed;
import dev.rota.tally.TallyDomain;
import java.nio.file.Path;
import java.util.SortedMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows are a cache of the log: tests that lost or unreadable rows are rebuilt, and that no decision is emitted twice.
 */
class RebuildTest {

    @TempDir
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private ChoresPartition chores;

    @BeforeEach
    void open() {
        chores = new ChoresPartition(state, TallyDomain.first());
    }

    @Test
    void shouldNotEmitAgainWhatIsCommittedWhenTheRowsAreLost() {
        // given
        decide("dishes", "laundry", "dishes");
        SortedMap<String, String> rows = chores.rows();

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        assertThat(chores.rows()).isEqualTo(rows);
        long next = chores.feed(Chores.added("home", "dishes"));
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
    }

    @Test
    void shouldEmitWhatTheCommittedOutputsLack() {
        // given decisions, the last two of which were not committed
        decide("dishes", "laundry");
        long first = chores.feed(Chores.added("home", "windows"));
        long second = chores.feed(Chores.added("cabin", "windows"));

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("tasks home 3 of " + first, "tasks cabin 1 of " + second);
        assertRebuilt();
    }

    /** A group that has lost its offset does not determine where its deliveries continue. */
    @Test
    void shouldRebuildWhatWasDeliveredBeforeThoughTheGroupHasNoOffset() {
        // given a log without decisions
        SortedMap<String, String> rows = chores.rows();
        chores.log().committed(-1);

        // when
        chores.restartRebuilding();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        assertThat(rows).isNotEmpty();
        assertThat(chores.rows()).isEqualTo(rows);
    }

    @Test
    void shouldReadTheRowsOfAnOlderBuildWithoutARebuild() {
        // given
        decide("dishes", "laundry");

        // when
        int before = chores.log().slices();
        chores.restart(TallyDomain.second());
        chores.advance();

        // then
        long next = chores.feed(Chores.added("home", "dishes"));
        assertThat(chores.commit()).containsExactly("tasks home 3 of " + next);
        assertThat(chores.log().slices() - before)
                .as("the log was read for its last record alone")
                .isEqualTo(1);
    }

    @Test
    void shouldRebuildRowsThatDoNotResolve() {
        // given
        decide("dishes", "laundry", "dishes");

        // when
        chores.restart(TallyDomain.third());
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        long next = chores.feed(Chores.added("home", "dishes"));
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
        assertThat(new ChoresPartition(state.resolve("other"), TallyDomain.third()).rows())
                .as("a store that has never had another format")
                .allSatisfy((key, row) -> assertThat(chores.rows()).containsKey(key));
    }

    @Test
    void shouldStopAtRowsOfANewerBuildAndLeaveThem() {
        // given
        chores.restart(TallyDomain.third());
        chores.advance();
        decide("dishes");
        SortedMap<String, String> rows = chores.rows();

        // when
        assertThatThrownBy(() -> chores.restart(TallyDomain.second()))
                // then
                .hasMessage("chores.log/0: the rows of chores were written by a newer build (format 3), this build"
                        + " supports up to 2: run the newer build");
        assertThat(chores.rows()).isEqualTo(rows);
    }

    @Test
    void shouldStopWhereAnOlderBuildComesIntoTheRebuildOfANewerOne() {
        // given
        decide("dishes", "laundry");
        chores.outputs().readMax(1);
        chores.restart(TallyDomain.third());
        chores.partition().advance();
        assertThat(chores.rebuilding()).isTrue();
        chores.commit();

        // then
        assertThatThrownBy(() -> chores.restart(TallyDomain.first())).hasMessageContaining("newer build (format 3)");
        chores.restart(TallyDomain.third());
        chores.advance();
        assertRebuilt();
    }

    @Test
    void shouldNotGuessWhichBuildIsTheNewerOne() {
        // given rows in a changed format with an unchanged number
        decide("dishes", "laundry");
        chores.restart(TallyDomain.second().numbered(1, 1));

        // then
        assertThatThrownBy(chores::advance)
                .isInstanceOf(StoppedException.class)
                .hasMessageEndingWith(
                        "Run the build that wrote them, or, if this is the newer one, rebuild them: rota run"
                                + " --rebuild");

        // and when an operator requests a rebuild
        chores.restartRebuilding();
        chores.advance();
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
    }

    @Test
    void shouldRebuildOnceWhenAnOperatorAsksForIt() {
        // given
        decide("dishes", "laundry", "dishes");
        SortedMap<String, String> rows = chores.rows();

        // when
        chores.restartRebuilding();
        chores.partition().advance();

        // then
        assertThat(chores.standings().reasons())
                .singleElement()
                .asString()
                .startsWith("chores.log/0 is rebuilt from the log, since an operator asked for it: ");
        chores.advance();
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        assertThat(chores.rows()).isEqualTo(rows);
    }

    /** A transaction may be aborted at any time, and then no part of the rebuild has happened. */
    @Test
    void shouldRebuildOnRequestThoughItsFirstTransactionIsAborted() {
        // given
        decide("dishes", "laundry", "dishes");
        chores.restartRebuilding();
        chores.partition().advance();

        // when
        chores.reassign();

        // then
        chores.partition().advance();
        assertThat(chores.standings().reasons())
                .singleElement()
                .asString()
                .contains("since an operator asked for it: ");
        chores.commit();
        chores.outputs().readMax(1);
        chores.reassign();
        chores.partition().advance();
        assertThat(chores.standings().reasons()).singleElement().asString().contains(": reads the committed outputs");
        chores.outputs().readMax(Integer.MAX_VALUE);
        chores.advance();
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        chores.reassign();
        chores.partition().advance();
        assertThat(chores.rebuilding()).isFalse();
    }

    @Test
    void shouldContinueWhereverItIsKilled() {
        // given some hundred records, read in small slices
        chores.log().sliceMax(7);
        for (int i = 0; i < 300; i++) {
            decide("chore-" + i % 11);
        }
        chores.outputs().readMax(100);
        chores.restart(TallyDomain.third());
        assertThat(chores.partition().isFollowing()).isFalse();

        // when it is killed after each transaction, and some others are aborted
        int lives = 0;
        while (!chores.partition().isFollowing()) {
            for (int steps = 0; steps < 6 && !chores.partition().isFollowing(); steps++) {
                chores.partition().advance();
                assertThat(chores.emitted()).isEmpty();
                assertThat(chores.standings().halted()).isZero();
                if (steps == 4) {
                    assertThat(chores.commit()).isEmpty();
                }
            }
            if (!chores.partition().isFollowing()) {
                chores.restart();
                lives++;
            }
            assertThat(lives).isLessThan(200);
        }

        // then
        assertThat(lives).isGreaterThan(2);
        chores.commit();
        assertRebuilt();
        long next = chores.feed(Chores.added("home", "chore-0"));
        assertThat(chores.commit()).containsExactly("tasks home 301 of " + next);
    }

    @Test
    void shouldContinueAWipeThatIsKilled() {
        // given more rows than are deleted at once
        for (int i = 0; i < 30_000; i++) {
            chores.feed(Chores.added("home", "chore-" + i));
        }
        chores.commit();
        chores.outputs().readMax(1);

        // when
        chores.restart(TallyDomain.third());
        chores.partition().advance();
        assertThat(chores.standings().reasons()).singleElement().asString().endsWith("20000 rows deleted");
        chores.commit();
        assertThat(chores.rows().size()).isBetween(10_000, 20_000);
        chores.restart();
        chores.outputs().readMax(Integer.MAX_VALUE);
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        long next = chores.feed(Chores.added("home", "chore-29999"));
        assertThat(chores.commit()).containsExactly("tasks home 30001 of " + next);
    }

    @Test
    void shouldNotFollowBeforeItHasCaughtUp() {
        // given
        decide("dishes", "laundry");
        chores.outputs().readMax(1);

        // when
        chores.restartWithoutRows();
        chores.feed(Chores.added("home", "windows"));

        // then a delivery waits, and no Tick is appended
        assertThat(chores.partition().isFollowing()).isFalse();
        assertThat(chores.commit()).isEmpty();
        chores.advance();
        assertThat(chores.commit()).hasSize(1);
        assertRebuilt();
    }

    @Test
    void shouldStopIfTheRebuildDecidesOtherwise() {
        // given
        decide("dishes", "laundry", "dishes");
        long last = chores.log().size() - 1;

        // when the build that rebuilds has a bug
        chores.restart(TallyDomain.first().miscounting());
        chores.restartWithoutRows();
        chores.advance();

        // then it stops at each attempt
        assertStopped("chores.log/0/" + last + " was decided otherwise: the last committed output of unit 'home' has"
                + " the chain head ");
        chores.restart();
        chores.advance();
        assertStopped("chores.log/0/" + last + " was decided otherwise");

        // and when the bug is fixed
        chores.restart(TallyDomain.first());
        chores.restartRebuilding();
        chores.advance();
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
    }

    @Test
    void shouldStopWhereItDecidesWhatWasNotDecided() {
        // given a unit whose only output was lost
        decide("dishes");
        chores.feed(Chores.added("cabin", "windows"));
        chores.commit();
        decide("laundry");
        chores.outputs().remove(record -> header(record, OutputFormat.UNIT).equals("cabin"));

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertStopped("rebuilding decides for unit 'cabin' what the committed outputs lack");
    }

    @Test
    void shouldStopAtAnOutputThatNothingCaused() {
        // given
        decide("dishes", "laundry");
        chores.outputs().replace(0, record -> with(record, OutputFormat.CAUSE, "chores.log/0/999999"));

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertStopped("an output names chores.log/0/999999 as its cause, but the log ends at ");
    }

    @Test
    void shouldNotEmitWhatRetentionHasDeleted() {
        // given outputs of which the first was deleted
        decide("dishes", "laundry", "dishes");
        chores.outputs().deleteFirst(1);
        chores.log().committed(chores.log().size());

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
    }

    @Test
    void shouldNotEmitAgainWhereRetentionHasDeletedAllOutputs() {
        // given
        decide("dishes", "laundry");
        chores.outputs().deleteFirst(2);
        chores.log().committed(chores.log().size());
        long next = chores.append(Chores.added("home", "windows"));

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then the group's offset shows what was emitted
        assertThat(chores.commit()).containsExactly("tasks home 3 of " + next);
        assertRebuilt();
    }

    @Test
    void shouldEmitWhatCameWhileRowsWereRebuiltThoughRetentionHasDeletedOutputs() {
        // given
        decide("dishes", "laundry", "dishes");
        chores.outputs().deleteFirst(1);
        chores.outputs().readMax(1);

        // when a record is delivered while the outputs are read, and the group's offset is committed after it
        chores.restartRebuilding();
        chores.partition().advance();
        long next = chores.feed(Chores.added("home", "windows"));
        assertThat(chores.commit()).isEmpty();
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
        assertRebuilt();
    }

    @Test
    void shouldEmitWhatCameWhileLostRowsWereRebuiltThoughRetentionHasDeletedOutputs() {
        // given
        decide("dishes", "laundry", "dishes");
        chores.outputs().deleteFirst(1);
        chores.outputs().readMax(1);

        // when
        chores.restartWithoutRows();
        chores.partition().advance();
        long next = chores.feed(Chores.added("home", "windows"));
        assertThat(chores.commit()).isEmpty();
        chores.restart();
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
        assertRebuilt();
    }

    @Test
    void shouldEmitWhatCameBeforeARebuildWasKilledThoughRetentionHasDeletedOutputs() {
        // given rows in a format that this build cannot read
        decide("dishes", "laundry", "dishes");
        chores.outputs().deleteFirst(1);
        chores.outputs().readMax(1);
        chores.restart(TallyDomain.third());
        chores.partition().advance();

        // when
        long next = chores.feed(Chores.added("home", "windows"));
        assertThat(chores.commit()).isEmpty();
        chores.restart();
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
        assertRebuilt();
    }

    /** An offset that was set back is ignored where rows show what was decided. */
    @Test
    void shouldNotEmitAgainWhereTheGroupWasSetBackAndRetentionHasDeletedOutputs() {
        // given
        decide("dishes", "laundry");
        chores.outputs().deleteFirst(2);
        chores.log().committed(3);

        // when
        chores.restartRebuilding();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
    }

    @Test
    void shouldStopWhereNothingTellsWhatWasEmitted() {
        // given
        decide("dishes", "laundry");
        chores.outputs().deleteFirst(1);
        chores.log().committed(-1);

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertStopped("which decisions were emitted cannot be known");

        // and a delivery, after which the group's offset is committed, shows nothing
        long next = chores.feed(Chores.added("home", "windows"));
        assertThat(chores.commit()).isEmpty();
        chores.restart();
        chores.advance();
        assertStopped("which decisions were emitted cannot be known");

        // and when an operator has set the offset
        chores.log().committed(next);
        chores.restartRebuilding();
        chores.advance();
        assertThat(chores.commit()).containsExactly("tasks home 3 of " + next);
        assertRebuilt();
    }

    @Test
    void shouldNotWipeOnRequestWhatTheLogCannotRebuild() {
        // given
        decide("dishes", "laundry");
        SortedMap<String, String> rows = chores.rows();
        chores.log().deleteBefore(1);

        // when
        chores.restartRebuilding();
        chores.advance();

        // then
        assertStopped("expected to resume at offset 0, but the log begins at 1");
        assertThat(chores.rows()).isEqualTo(rows);
    }

    @Test
    void shouldNotWipeWhatTheLogCannotRebuild() {
        // given
        decide("dishes", "laundry");
        SortedMap<String, String> rows = chores.rows();
        chores.log().deleteBefore(1);

        // when
        chores.restart(TallyDomain.third());
        chores.advance();

        // then
        assertStopped("expected to resume at offset 0, but the log begins at 1");
        assertThat(chores.rows()).isEqualTo(rows);

        // and the older build can continue
        chores.restart(TallyDomain.first());
        long next = chores.feed(Chores.added("home", "dishes"));
        assertThat(chores.commit()).containsExactly("tasks home 3 of " + next);
    }

    @Test
    void shouldSkipWhatWasVoidedThoughItCouldBeDecidedNow() {
        // given a build that fails at a chore
        chores.restart(TallyDomain.first().failingAt("windows"));
        decide("dishes");
        long failing = chores.feed(Chores.added("home", "windows"));
        chores.append(LogFormat.voided(failing, false, "it cannot be counted"));
        chores.advance();
        chores.commit();
        decide("laundry");

        // when a build without that bug rebuilds
        chores.restart(TallyDomain.first());
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
    }

    @Test
    void shouldFindTheVoidOfAnUndecidableRecordAgain() {
        // given
        chores.restart(TallyDomain.first().failingAt("windows"));
        decide("dishes");
        long failing = chores.feed(Chores.added("home", "windows"));
        chores.append(LogFormat.voided(failing, false, "it cannot be counted"));
        chores.advance();
        chores.commit();
        decide("laundry");
        SortedMap<String, String> rows = chores.rows();

        // when
        chores.restartWithoutRows();
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertRebuilt();
        assertThat(chores.rows()).isEqualTo(rows);
    }

    private void decide(String... added) {
        for (String chore : added) {
            chores.feed(Chores.added("home", chore));
        }
        assertThat(chores.commit()).hasSizeGreaterThanOrEqualTo(added.length);
    }

    private void assertRebuilt() {
        chores.commit();
        assertThat(chores.standings().reasons()).isEmpty();
        assertThat(chores.rebuilding()).isFalse();
        assertThat(chores.partition().isFollowing()).isTrue();
        assertThat(chores.rows()).as("the marker").doesNotContainKey("09");
    }

    private void assertStopped(String why) {
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().halted()).isEqualTo(1);
        assertThat(chores.standings().reasons()).singleElement().asString().contains(why);
    }

    private static String header(Committed record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }

    private static Committed with(Committed record, String name, String value) {
        Headers headers = new RecordHeaders(record.headers()).remove(name).add(name, value.getBytes(UTF_8));
        return new Committed(record.topic(), headers, record.value());
    }
}
