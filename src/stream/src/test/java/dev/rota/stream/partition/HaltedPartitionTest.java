package dev.rota.stream.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.engine.log.LogFormat;
import dev.rota.stream.log.Delivered;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a record that cannot be decided halts its partition, and that a void record lets it continue. */
class HaltedPartitionTest {

    @TempDir
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private ChoresPartition chores;

    @BeforeEach
    void open() {
        chores = new ChoresPartition(state);
    }

    private void assertHaltedAt(long offset) {
        assertThat(chores.standings().reasons())
                .singleElement()
                .asString()
                .startsWith("chores.log/0/" + offset + " cannot be decided: ")
                .endsWith("rota void chores --at chores.log/0/" + offset + " --reason TEXT");
        assertThat(chores.partition().isFollowing()).isFalse();
    }

    @Test
    void shouldUndoTheStepAndHalt() {
        // given decisions that are emitted and not committed yet
        long first = chores.feed(Chores.added("home", "dishes"));
        chores.feed(Chores.added("home", "laundry"));

        // when
        long failing = chores.feed(Chores.quarrel("home"));
        chores.feed(Chores.added("home", "windows"));

        // then
        assertThat(chores.commit()).containsExactly("tasks home 1 of " + first, "tasks home 2 of " + (first + 1));
        assertThat(Objects.requireNonNull(chores.machine().unit("home")).getSeq())
                .isEqualTo(2);
        assertHaltedAt(failing);
    }

    /** After an unclean election the records before the failed one may be lost, so its step cannot be undone. */
    @Test
    void shouldGiveUpToUndoWhatTheLogHasLost() {
        // given
        long lost = chores.feed(Chores.added("home", "dishes"));
        Delivered failing = chores.log().record((int) chores.append(Chores.quarrel("home")));

        // when
        chores.log().truncate((int) lost);

        // then
        assertThatThrownBy(() -> chores.partition().deliver(failing))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("cannot be undone: the log has nothing at offset " + lost);
    }

    @Test
    void shouldHaltWhereTheStackOverflows() {
        // when
        long failing = chores.feed(Chores.endlessQuarrel("home"));

        // then
        assertHaltedAt(failing);
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().reasons().get(0)).contains("StackOverflowError");
    }

    @Test
    void shouldHaltAgainAfterARestart() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        long failing = chores.feed(Chores.quarrel("home"));
        chores.feed(Chores.added("home", "windows"));
        chores.commit();

        // when Streams has committed the offsets of ignored records
        chores.log().committed(chores.log().size());
        chores.restart();
        chores.advance();

        // then
        assertHaltedAt(failing);
        assertThat(chores.commit()).isEmpty();
    }

    @Test
    void shouldContinueAfterAVoidRecord() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        long failing = chores.feed(Chores.quarrel("home"));
        long ignored = chores.feed(Chores.added("home", "windows"));
        chores.commit();

        // when
        chores.append(LogFormat.voided(failing, false, "they quarrel"));
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("rejections home 2 of " + failing, "tasks home 3 of " + ignored);
        assertThat(chores.standings().reasons()).isEmpty();
        long next = chores.feed(Chores.added("home", "garden"));
        assertThat(chores.commit()).containsExactly("tasks home 4 of " + next);
    }

    @Test
    void shouldHaltAtTheNextFailureInTheTransactionThatPassedTheFirst() {
        // given
        long first = chores.feed(Chores.quarrel("home"));
        long good = chores.feed(Chores.added("home", "dishes"));
        long second = chores.feed(Chores.quarrel("home"));
        chores.commit();

        // when nothing is committed between the void and the next failure
        chores.append(LogFormat.voided(first, false, "they quarrel"));
        chores.advance();

        // then undoing the failed step keeps the voided record
        assertHaltedAt(second);
        assertThat(chores.commit()).containsExactly("rejections  1 of " + first, "tasks home 1 of " + good);
    }

    @Test
    void shouldDropARepetitionOfWhatWasVoided() {
        // given
        long failing = chores.feed(Chores.quarrel("home"));
        chores.append(LogFormat.voided(failing, false, "they quarrel"));
        chores.advance();
        chores.commit();

        // when
        chores.deliver(chores.again(failing));

        // then
        assertThat(chores.commit()).isEmpty();
        assertThat(chores.standings().reasons()).isEmpty();
    }

    @Test
    void shouldIgnoreAVoidOfADecidedRecord() {
        // given
        long decided = chores.feed(Chores.added("home", "dishes"));
        chores.commit();

        // when
        chores.deliver(chores.append(LogFormat.voided(decided, false, "I do not like it")));
        chores.feed(Chores.added("home", "laundry"));

        // then
        assertThat(chores.commit()).containsExactly("tasks home 2 of " + (decided + 2));
    }

    @Test
    void shouldCloseAUnitWhoseTimerFails() {
        // given
        chores.feed(Chores.added("home", "dishes"));
        chores.feed(Chores.quarrelLater("home", 1));
        chores.append(Chores.added("other", "dishes"));
        long failing = chores.feed(Chores.added("home", "laundry"));
        chores.commit();
        assertHaltedAt(failing);

        // when
        chores.append(LogFormat.voided(failing, true, "its timer fails"));
        chores.advance();
        assertThat(chores.commit()).containsExactly("rejections home 2 of " + failing);
        long late = chores.feed(Chores.added("home", "windows"));
        long others = chores.feed(Chores.added("other", "windows"));

        // then
        assertThat(chores.commit()).containsExactly("rejections home 3 of " + late, "tasks other 2 of " + others);
        assertThat(chores.machine().due().at(Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    void shouldRefuseEventsOfAVoidedSchemaUntilItIsDeclaredAgain() {
        // given an invalid schema record
        LogFormat.Written broken = LogFormat.schema(1, ChoreEvent.getClassSchema());
        long failing = chores.append(new LogFormat.Written(broken.key(), broken.headers(), new byte[] {'{'}));
        chores.deliver(failing);
        assertHaltedAt(failing);
        long of = chores.append(Chores.added("home", "dishes"));

        // when
        chores.append(LogFormat.voided(failing, false, "not JSON"));
        chores.advance();

        // then
        assertThat(chores.commit()).containsExactly("rejections  1 of " + failing, "rejections  2 of " + of);
        chores.deliver(chores.append(LogFormat.schema(1, ChoreEvent.getClassSchema())));
        long good = chores.feed(Chores.added("home", "dishes"));
        assertThat(chores.commit()).containsExactly("tasks home 1 of " + good);
    }

    @Test
    void shouldStayHaltedWhileTheLogCannotBeRead() {
        // given
        long failing = chores.feed(Chores.quarrel("home"));
        chores.append(LogFormat.voided(failing, false, "they quarrel"));

        // when
        chores.log().available(false);
        chores.advance();

        // then
        assertHaltedAt(failing);
        chores.log().available(true);
        chores.advance();
        assertThat(chores.standings().reasons()).isEmpty();
    }
}
