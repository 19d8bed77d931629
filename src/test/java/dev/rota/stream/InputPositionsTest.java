package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        return new InputPositions(consumer, () -> Map.copyOf(ids), acceptGap);
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
}
