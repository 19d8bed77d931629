package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnsAheadTest {

    private static final long MS = 1_000_000;

    private final TurnsAhead ahead = new TurnsAhead(8);

    @Test
    void shouldTakeWhatTheThreadsExecuteInFiftyMilliseconds() {
        assertThat(ahead.turns(0)).isZero();

        ahead.executed(3 * MS);
        ahead.executed(5 * MS);

        assertThat(ahead.turns(0)).isEqualTo(8 * 50 / 4);
    }

    @Test
    void shouldTakeNoneWhereBatchesTakeLong() {
        ahead.executed(401 * MS);

        assertThat(ahead.turns(0)).isZero();
    }

    @Test
    void shouldTakeFewerAgainWhenBatchesTakeLonger() {
        ahead.executed(5 * MS);
        assertThat(ahead.turns(0)).isEqualTo(80);
        assertThat(ahead.turns(0)).as("nothing was executed since").isEqualTo(80);

        ahead.executed(100 * MS);

        assertThat(ahead.turns(0)).isEqualTo(4);
    }

    @Test
    void shouldTakeNoneWhileAllThreadsAreBusyForLong() {
        ahead.executed(5 * MS);

        assertThat(ahead.turns(10 * MS)).isEqualTo(40);
        assertThat(ahead.turns(1_000 * MS)).isZero();
    }

    @Test
    void shouldHaveALimitForEachThreadAndInAll() {
        TurnsAhead many = new TurnsAhead(100);
        ahead.executed(0);
        many.executed(0);

        assertThat(ahead.turns(0)).isEqualTo(8 * 16);
        assertThat(many.turns(0)).isEqualTo(500);
    }
}
