package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnsAheadTest {

    private static final long MS = 1_000_000;

    private final TurnsAhead ahead = new TurnsAhead(8);

    @Test
    void shouldTakeWhatTheThreadsExecuteInFiftyMilliseconds() {
        assertThat(ahead.turns()).isZero();

        ahead.executed(3 * MS);
        ahead.executed(5 * MS);

        assertThat(ahead.turns()).isEqualTo(8 * 50 / 4);
    }

    @Test
    void shouldTakeNoneWhereBatchesTakeLong() {
        ahead.executed(401 * MS);

        assertThat(ahead.turns()).isZero();
    }

    @Test
    void shouldTakeFewerAgainWhenBatchesTakeLonger() {
        ahead.executed(MS);
        assertThat(ahead.turns()).isEqualTo(400);
        assertThat(ahead.turns()).as("nothing was executed since").isEqualTo(400);

        ahead.executed(100 * MS);

        assertThat(ahead.turns()).isEqualTo(4);
    }

    @Test
    void shouldHaveALimit() {
        ahead.executed(0);

        assertThat(ahead.turns()).isEqualTo(500);
    }
}
