package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class InputPositionsTest {

    private static final TopicPartition FACTS = new TopicPartition("facts", 0);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Map<String, String> ids = new HashMap<>(Map.of("facts", "first"));

    InputPositionsTest() {
        consumer.assign(List.of(FACTS));
        holds(100, 200);
    }

    /** The topic has these offsets, without the end. */
    private void holds(long begin, long end) {
        consumer.updateBeginningOffsets(Map.of(FACTS, begin));
        consumer.updateEndOffsets(Map.of(FACTS, end));
    }

    private InputPositions positions(boolean acceptGap) {
        return positions("", acceptGap);
    }

    private InputPositions positions(String street, boolean acceptGap) {
        return new InputPositions(new ChoresDomain(street), consumer, () -> Map.copyOf(ids), acceptGap);
    }

    private InputPositions resumed(String street) {
        InputPositions positions = positions(street, false);
        positions.resume(List.of(FACTS));
        return positions;
    }

    private void commit(@Nullable OffsetAndMetadata position) {
        consumer.commitSync(Map.of(FACTS, Objects.requireNonNull(position)));
    }

    private void committed(long offset, String id) {
        consumer.commitSync(Map.of(FACTS, new OffsetAndMetadata(offset, id)));
    }

    @Test
    void shouldBeginAtTheBeginning() {
        positions(false).resume(List.of(FACTS));
        assertThat(consumer.position(FACTS)).isEqualTo(100);
    }

    @Test
    void shouldGoOnWhereItWasLeft() {
        // given
        committed(150, "first");

        // when
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        assertThat(positions.id("facts")).isEqualTo("first");
        assertThat(positions.replaced()).isEmpty();
    }

    @Test
    void shouldReadATopicThatWasCreatedAgainWhileNobodyLooked() {
        // given
        committed(150, "first");
        ids.put("facts", "second");

        // when
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(100);
        assertThat(positions.id("facts")).isEqualTo("second");
    }

    @Test
    void shouldNoticeATopicThatIsCreatedAgainMeanwhile() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // when it is gone for a while
        ids.clear();
        assertThat(positions.replaced()).isEmpty();
        assertThat(positions.id("facts")).isEqualTo("first");
        ids.put("facts", "second");
        holds(0, 500);

        // then
        assertThat(positions.replaced()).containsExactly("facts");
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(positions.id("facts")).isEqualTo("second");
        assertThat(positions.replaced()).isEmpty();
    }

    @Test
    void shouldStopWhereRecordsWereLostBeforeTheyWereRead() {
        committed(70, "first");
        assertThatThrownBy(() -> positions(false).resume(List.of(FACTS)))
                .isInstanceOf(Stopped.class)
                .hasMessage("intake stops: facts-0 no longer has offsets 70 to 99, which were never read; start with"
                        + " --accept-gap to go on without them");
    }

    @Test
    void shouldGoOnWithoutThemWhereThatIsAccepted() {
        committed(70, "first");
        positions(true).resume(List.of(FACTS));
        assertThat(consumer.position(FACTS)).isEqualTo(100);
    }

    @Test
    void shouldStopWhereATopicEndsBeforeItsPosition() {
        // given an election of a leader that lagged, say
        committed(250, "first");

        // then what was read and is no longer there cannot be told from what comes in its place
        assertThatThrownBy(() -> positions(false).resume(List.of(FACTS)))
                .isInstanceOf(Stopped.class)
                .hasMessageStartingWith("intake stops: facts-0 ends at 200, but was read up to 250")
                .hasMessageEndingWith("start with --accept-gap to go on");
    }

    @Test
    void shouldGoOnAtTheEndWhereATopicHasLostWhatWasRead() {
        // given
        committed(250, "first");

        // when
        positions(true).resume(List.of(FACTS));

        // then what lies before was read under the same offsets, and would be dropped
        assertThat(consumer.position(FACTS)).isEqualTo(200);
    }

    @Test
    void shouldTellALostRecordFromATopicThatWasCreatedAgain() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // when its retention has overtaken it
        holds(180, 200);
        assertThatThrownBy(() -> positions.outOfRange(List.of(FACTS), Map.of(FACTS, 150L)))
                .isInstanceOf(Stopped.class)
                .hasMessageContaining("no longer has offsets 150 to 179");

        // but when it is another one
        ids.put("facts", "second");
        holds(0, 5);
        positions.outOfRange(List.of(FACTS), Map.of(FACTS, 150L));

        // then
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(positions.id("facts")).isEqualTo("second");
    }

    @Test
    void shouldStopAtPositionsOfAnotherMappingThatWereNotLeftCleanly() {
        // given the process was killed after its first append
        commit(resumed("elm").unused(FACTS));

        // then
        for (String other : List.of("oak", "")) {
            assertThatThrownBy(() -> resumed(other))
                    .isInstanceOf(Stopped.class)
                    .hasMessage("intake stops: facts-0 was read with another chores.street and not left cleanly, so"
                            + " records could be decided twice; start once with the former chores.street until all"
                            + " inputs are read, stop with Ctrl-C or SIGTERM, then change it");
        }

        // but with the same
        InputPositions same = resumed("elm");
        assertThat(same.unused(FACTS)).isNull();
        assertThat(consumer.position(FACTS)).isEqualTo(100);
    }

    @Test
    void shouldStopAtThemThoughTheTopicWasCreatedAgain() {
        commit(resumed("elm").unused(FACTS));
        ids.put("facts", "second");
        assertThatThrownBy(() -> resumed("oak")).isInstanceOf(Stopped.class);
    }

    @Test
    void shouldGoOnFromCleanPositionsWithAnotherMapping() {
        // given
        InputPositions before = resumed("elm");
        before.inUse(FACTS);
        commit(before.clean(FACTS, 150, "first"));

        // when
        InputPositions after = resumed("oak");

        // then it is the new mapping's from before the first append on
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        commit(after.unused(FACTS));
        assertThat(resumed("oak").unused(FACTS)).isNull();
        assertThatThrownBy(() -> resumed("elm")).isInstanceOf(Stopped.class);
    }

    @Test
    void shouldLeaveNothingCleanWhereNothingWasAppended() {
        assertThat(resumed("elm").clean(FACTS, 100, "first")).isNull();
    }

    @Test
    void shouldLeaveCleanOnlyWhatIsReadAsFarAsAPredecessorMayHaveRead() {
        // given a predecessor that was killed, with the topic's end at 200
        commit(resumed("elm").unused(FACTS));

        // when
        InputPositions successor = resumed("elm");
        holds(100, 300);

        // then
        assertThat(successor.clean(FACTS, 199, "first")).isNull();
        assertThat(successor.clean(FACTS, 200, "first")).isNotNull();
    }

    @Test
    void shouldTakePositionsOfBeforeThereWereMappingsForTheDefaultsInUse() {
        // given
        committed(150, "first");

        // then
        assertThat(resumed("").unused(FACTS)).isNull();
        assertThatThrownBy(() -> resumed("oak")).isInstanceOf(Stopped.class);
    }

    @Test
    void shouldForgetWhatWasTakenAway() {
        InputPositions positions = resumed("elm");
        positions.inUse(FACTS);
        positions.forget(List.of(FACTS));
        assertThat(positions.unused(FACTS)).isNull();
        assertThat(positions.clean(FACTS, 200, "first")).isNull();
    }
}
