package dev.rota.stream.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.engine.Position;
import dev.rota.stream.log.Delivered;
import java.nio.file.Path;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the rows determine which log record is next, whatever Streams delivers. */
class LogPositionTest {

    @TempDir
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private ChoresPartition chores;

    @BeforeEach
    void open() {
        chores = new ChoresPartition(state);
    }

    @Test
    void shouldSkipRecordsThatAreDeliveredAgain() {
        // given a group whose offset was moved back
        ChoresPartition undisturbed = new ChoresPartition(state.resolve("undisturbed"));
        chores.feed(Chores.added("home", "dishes"));
        undisturbed.feed(Chores.added("home", "dishes"));
        chores.commit();
        undisturbed.commit();

        // when
        chores.deliverAll();

        // then no schema or rules record is chained twice
        assertThat(chores.commit()).isEmpty();
        chores.feed(Chores.added("home", "laundry"));
        undisturbed.feed(Chores.added("home", "laundry"));
        assertThat(chores.emitted()).hasSize(1);
        assertThat(chores.emitted().get(0).headers())
                .isEqualTo(undisturbed.emitted().get(0).headers());
        assertThat(chores.standings().reasons()).isEmpty();
    }

    @Test
    void shouldReadMissingRecordsFromTheLog() {
        // given records that the group's offset has skipped
        long first = chores.append(Chores.added("home", "laundry"));
        chores.append(Chores.added("home", "windows"));

        // when
        chores.feed(Chores.added("home", "garden"));

        // then
        assertThat(chores.commit())
                .containsExactly(
                        "tasks home 1 of " + first, "tasks home 2 of " + (first + 1), "tasks home 3 of " + (first + 2));
    }

    /**
     * The group is ahead, has lost its offset, or has the beginning as its offset: deliveries may continue anywhere.
     */
    @ParameterizedTest
    @ValueSource(ints = {8, -1, 0})
    void shouldNotWaitForADeliveryWhereTheGroupIsNotWhereTheRowsAre(int offset) {
        // given records that will not be delivered
        chores.append(Chores.added("home", "laundry"));
        chores.append(Chores.added("home", "windows"));
        chores.log().committed(offset);

        // when
        chores.restart();
        chores.advance();

        // then
        assertThat(chores.commit()).hasSize(2);
        assertThat(chores.partition().isFollowing()).isTrue();
        assertThat(chores.standings().reasons()).isEmpty();
    }

    /** Streams may fail to deliver again, to a task that it starts again, the records that the former task has read. */
    @Test
    void shouldNotWaitForEverForDeliveriesThatDoNotCome() {
        // given that the group's offset equals that of the rows
        long next = chores.append(Chores.added("home", "laundry"));
        chores.log().committed(next);
        chores.restart();
        chores.advance();
        assertThat(chores.commit()).as("the delivery is given time").isEmpty();

        // when
        for (int i = 0; i < 100; i++) {
            chores.advance();
        }

        // then
        assertThat(chores.commit()).containsExactly("tasks home 1 of " + next);
        assertThat(chores.partition().isFollowing()).isTrue();
    }

    /** On a busy machine, a thread that commits as often as it can punctuates only twice a second. */
    @Test
    void shouldNotWaitLongerForDeliveriesWhereItSeldomPunctuates() {
        // given
        long next = chores.append(Chores.added("home", "laundry"));
        chores.log().committed(next);
        chores.restart();
        chores.advance();

        // when
        for (int i = 0; i < 10; i++) {
            chores.elapse(500);
            chores.advance();
        }

        // then
        assertThat(chores.commit()).containsExactly("tasks home 1 of " + next);
    }

    /** To a process that was frozen, much time has passed in which it did not ask for deliveries. */
    @Test
    void shouldAskForDeliveriesBeforeItMissesThem() {
        // given
        long next = chores.append(Chores.added("home", "laundry"));
        chores.log().committed(next);
        chores.restart();
        chores.advance();

        // when
        chores.elapse(60_000);
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().reasons()).isEmpty();
    }

    /** What is missing is left to the next owner; what Streams has delivered in order is still decided. */
    @Test
    void shouldNotReadTheLogDuringAPlannedStop() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        long missing = chores.append(Chores.added("home", "laundry"));
        chores.append(Chores.added("home", "windows"));

        // when
        chores.stop();
        int slices = chores.log().slices();
        chores.deliver((int) missing + 1);
        chores.advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.log().slices()).isEqualTo(slices);
        assertThat(chores.standings().reasons()).isEmpty();
        chores.restart();
        chores.advance();
        assertThat(chores.commit()).hasSize(2);
    }

    @Test
    void shouldEndCatchingUpAtAPlannedStop() {
        // given a partition that catches up slice by slice
        chores.log().sliceMax(1);
        for (int i = 0; i < 20; i++) {
            chores.append(Chores.added("home", "task " + i));
        }
        chores.log().committed(-1);
        chores.restart();
        chores.partition().advance();
        chores.partition().advance();
        assertThat(chores.commit()).hasSizeBetween(1, 19);

        // when
        chores.stop();
        chores.partition().advance();

        // then
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.partition().isFollowing()).isFalse();
    }

    @Test
    void shouldWaitAsLongAsItLikesForWhatIsNotThereYet() {
        // given that the record that existed when deliveries began has been delivered
        chores.restart();
        chores.feed(Chores.added("home", "laundry"));
        chores.commit();

        // when
        for (int i = 0; i < 100; i++) {
            chores.advance();
            assertThat(chores.standings().reasons()).isEmpty();
        }

        // then later records are decided when they are delivered
        chores.append(Chores.added("home", "windows"));
        chores.advance();
        assertThat(chores.commit()).isEmpty();
    }

    @Test
    void shouldCatchUpOverAWideGap() {
        // given more records than are read while a delivery waits
        for (int i = 0; i < 2_500; i++) {
            chores.append(Chores.added("home", "chore-" + i));
        }

        // when
        chores.feed(Chores.added("home", "last"));
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().reasons()).singleElement().asString().contains("are read from the log");
        chores.advance();

        // then
        assertThat(chores.commit())
                .filteredOn(decision -> decision.startsWith("tasks"))
                .hasSize(2_501);
        assertThat(chores.standings().reasons()).isEmpty();
    }

    @Test
    void shouldIgnoreDeliveriesWhileTheLogCannotBeReadAndMissNone() {
        // given
        chores.log().available(false);
        chores.restart();

        // when
        chores.feed(Chores.added("home", "dishes"));
        chores.feed(Chores.added("home", "laundry"));
        assertThat(chores.commit()).isEmpty();
        chores.log().available(true);
        chores.advance();

        // then
        assertThat(chores.commit()).hasSize(2);
    }

    @Test
    void shouldLoseNothingOfATransactionThatWasAborted() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        long lost = chores.feed(Chores.added("home", "laundry"));

        // when
        chores.restart();
        chores.feed(Chores.added("home", "windows"));

        // then
        assertThat(chores.commit()).containsExactly("tasks home 2 of " + lost, "tasks home 3 of " + (lost + 1));
    }

    @Test
    void shouldStopAtAnotherTopicOfTheSameName() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.commit();

        // when
        chores.log().recreate();
        chores.restart();
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertStopped("deleted and created again");
    }

    @Test
    void shouldStopWhereTheLogHasAnotherRecordThanTheOneApplied() {
        // given an unclean election that put another record at the last offset
        long last = chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        Delivered applied = chores.log().record((int) last);
        chores.log()
                .replace((int) last, new Delivered(applied.at(), new byte[0], new RecordHeaders(), applied.value()));

        // when
        chores.restart();
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertStopped("there is another one now");
    }

    @Test
    void shouldStopWhereTheSameRecordWasAppendedAtAnotherTime() {
        // given
        long last = chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        Delivered applied = chores.log().record((int) last);
        chores.log()
                .replace(
                        (int) last,
                        new Delivered(
                                new Position(0, last, applied.at().time() + 1),
                                applied.key(),
                                applied.headers(),
                                applied.value()));

        // when
        chores.restart();
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertStopped("there is another one now");
    }

    @Test
    void shouldStopWhereAppliedRecordsAreLost() {
        // given
        long first = chores.feed(Chores.added("home", "dishes"));
        chores.feed(Chores.added("home", "laundry"));
        chores.commit();
        chores.log().truncate((int) first);

        // when
        chores.restart();
        chores.feed(Chores.added("home", "windows"));

        // then
        assertStopped("records that were applied are lost");
    }

    @Test
    void shouldStopWhereRecordsWereDeletedThatWereNeverApplied() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        long missing = chores.append(Chores.added("home", "laundry"));
        chores.log().deleteBefore(missing + 1);

        // when
        chores.restart();
        chores.feed(Chores.added("home", "windows"));

        // then
        assertStopped("records that were never applied are deleted");
    }

    @Test
    void shouldResumeAfterRetentionHasDeletedWhatWasApplied() {
        // given
        long applied = chores.feed(Chores.added("home", "dishes"));
        chores.commit();
        chores.log().deleteBefore(applied + 1);

        // when
        chores.restart();
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertThat(chores.commit()).containsExactly("tasks home 2 of " + (applied + 1));
    }

    @Test
    void shouldNoticeWhileItRunsThatTheTopicIsAnotherOne() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.commit();

        // when the new topic's records are delivered from the beginning
        chores.log().recreate();
        chores.deliver(0);
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertStopped("deleted and created again");
    }

    private void assertStopped(String why) {
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().halted()).isEqualTo(1);
        assertThat(chores.standings().reasons()).singleElement().asString().contains(why);
    }
}
