package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.log.Source;
import dev.rota.engine.rows.MemoryRows;
import org.junit.jupiter.api.Test;

/** Tests which inputs are repetitions. Intake repeats some after an unclean stop, in order. */
class SourcesTest {

    private final Sources sources = new Sources(new MemoryRows());

    @Test
    void shouldRecognizeTheLastInputAndThoseBeforeIt() {
        assertThat(sources.seen(source("id", 0, 5))).isFalse();

        assertThat(sources.seen(source("id", 0, 5))).isTrue();
        assertThat(sources.seen(source("id", 0, 3))).isTrue();
        assertThat(sources.seen(source("id", 0, 6))).isFalse();
        assertThat(sources.seen(source("id", 0, 6))).isTrue();
    }

    @Test
    void shouldDistinguishPartitionsAndTopicsThatWereCreatedAgain() {
        assertThat(sources.seen(source("id", 0, 5))).isFalse();

        assertThat(sources.seen(source("id", 1, 5))).isFalse();
        assertThat(sources.seen(source("another", 0, 5))).isFalse();
    }

    private static Source source(String topicId, int partition, long offset) {
        return new Source("inputs", partition, offset, topicId);
    }
}
