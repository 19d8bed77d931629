package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

/** Tests the text of positions, which are in the groups and the positions topics of clusters that other builds left. */
class PositionMarkTest {

    private static final PositionMark OF_INPUT = new PositionMark(
            "iQ0g", 150, PositionMark.digest("elm-"), new Reading.Rules(2), false, new TreeSet<>(Set.of(151L, 170L)));

    private static final PositionMark OF_ADOPTED =
            new PositionMark("pX7k", 40, "", new Reading.MappingVersion(3), true, new TreeSet<>());

    @Test
    void shouldWriteTheTextThatOtherBuildsRead() {
        assertThat(OF_INPUT.text()).isEqualTo("rota id=iQ0g at=150 rules=2 mapping=bde5951ca8b05f1d refuse=151,170");
        assertThat(OF_ADOPTED.text()).isEqualTo("rota id=pX7k at=40 rules=3 clean");
    }

    @Test
    void shouldReadTheNumberAsTheReadingOfItsTopic() {
        assertThat(PositionMark.parse(OF_INPUT.text(), Reading.Rules::new)).isEqualTo(OF_INPUT);
        assertThat(PositionMark.parse(OF_ADOPTED.text(), Reading.MappingVersion::new))
                .isEqualTo(OF_ADOPTED);
        assertThat(PositionMark.of(OF_ADOPTED.toCommit(), OF_ADOPTED.reading()::with))
                .isEqualTo(OF_ADOPTED);
    }

    @Test
    void shouldNoticeAnOffsetThatAnotherClientHasSet() {
        assertThat(PositionMark.isMark(OF_INPUT.toCommit())).isTrue();
        assertThat(PositionMark.isMark(new OffsetAndMetadata(149, OF_INPUT.text())))
                .isFalse();
        assertThat(PositionMark.isMark(new OffsetAndMetadata(150, "rota id=iQ0g at=150")))
                .isFalse();
        assertThat(PositionMark.isMark(new OffsetAndMetadata(150, ""))).isFalse();
    }
}
