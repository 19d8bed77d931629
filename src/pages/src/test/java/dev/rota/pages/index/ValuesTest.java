package dev.rota.pages.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void shouldForgetTheOldestBeyondItsBytes() {
        Values values = new Values(3_000);

        for (int offset = 0; offset < 3; offset++) {
            values.add("topic", 0, offset, new byte[1_000]);
        }

        assertThat(values.of(entry(0))).isNull();
        assertThat(values.of(entry(1))).hasSize(1_000);
        assertThat(values.of(entry(2))).hasSize(1_000);
        assertThat(values.of(entry(3))).isNull();
    }

    @Test
    void shouldCountARecordThatIsReadAgainOnce() {
        Values values = new Values(3_000);
        values.add("topic", 0, 1, new byte[1_000]);

        for (int again = 0; again < 5; again++) {
            values.add("topic", 0, 0, new byte[1_000]);
        }

        assertThat(values.of(entry(0))).hasSize(1_000);
        assertThat(values.of(entry(1))).hasSize(1_000);
    }

    /** A topic with a thousand records a second does not evict the values of a topic with one an hour. */
    @Test
    void shouldNotLetABusyTopicPushOutAQuietOne() {
        Values values = new Values(10_000);
        values.add("topic", 0, 0, new byte[1_000]);

        for (int offset = 0; offset < 100; offset++) {
            values.add("busy", 0, offset, new byte[1_000]);
        }

        assertThat(values.of(entry(0))).hasSize(1_000);
    }

    @Test
    void shouldLeaveOutWhatIsLarge() {
        Values values = new Values(10_000_000);

        values.add("topic", 0, 0, new byte[1_000_000]);

        assertThat(values.of(entry(0))).isNull();
    }

    private static Entry entry(long offset) {
        return TestEntries.at("topic", 0, offset);
    }
}
