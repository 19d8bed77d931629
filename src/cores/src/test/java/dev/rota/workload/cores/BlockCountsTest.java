package dev.rota.workload.cores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Times;
import dev.rota.workload.cores.BlockCounts.Ending;
import dev.rota.workload.cores.BlockCounts.Length;
import org.junit.jupiter.api.Test;

class BlockCountsTest {

    private final BlockCounts counts = new BlockCounts();

    @Test
    void shouldTakeWhatWasRecordedInItsOrder() {
        counts.add(7, 3, Ending.DONE);
        counts.add(8, 9, Ending.DONE);
        counts.add(7, 0, Ending.DONE);

        assertThat(counts.length(7, 0, false)).isEqualTo(new Length(3, false, "recorded"));
        assertThat(counts.length(7, 1, false)).isEqualTo(new Length(0, false, "recorded"));
    }

    @Test
    void shouldDrawAnotherOfThePara() {
        counts.add(7, 3, Ending.DONE);
        counts.add(8, 9, Ending.DONE);

        assertThat(counts.length(7, 1, false)).isEqualTo(new Length(3, false, "para"));
        assertThat(counts.length(9, 0, false).source()).isEqualTo("chain");
    }

    @Test
    void shouldTakeLongerThanOneThatWasCutOff() {
        counts.add(7, 2, Ending.DONE);
        counts.add(7, 4, Ending.CUT_OFF);
        counts.add(7, 5, Ending.DONE);

        assertThat(counts.length(7, 1, false)).isEqualTo(new Length(5, false, "para"));
    }

    @Test
    void shouldTakeLongerThanAnyIfNoneTookSoLong() {
        counts.add(7, 2, Ending.DONE);
        counts.add(7, 4, Ending.CUT_OFF);
        counts.add(8, -1, Ending.CUT_OFF);

        assertThat(counts.length(7, 1, false)).isEqualTo(new Length(5, false, "cut off"));
        assertThat(counts.length(8, 0, false)).isEqualTo(new Length(2, false, "chain"));
    }

    @Test
    void shouldRepeatTimeOutsOnlyIfTheChainReportedThem() {
        counts.add(7, 4, Ending.TIMED_OUT);
        counts.add(7, 6, Ending.DONE);

        assertThat(counts.length(7, 0, true)).isEqualTo(new Length(4, true, "recorded"));
        assertThat(counts.length(7, 0, false)).isEqualTo(new Length(6, false, "para"));
    }

    @Test
    void shouldNeverEndIfNothingIsKnown() {
        assertThat(counts.length(7, 0, false)).isEqualTo(new Length(Times.NEVER, false, "unknown"));
    }
}
