package dev.rota.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.settings.Names;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommitMeterTest {

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final CommitMeter meter =
            new CommitMeter(new Names(new CoresDomain(), ""), metrics, () -> Instant.ofEpochMilli(10_000));

    @Test
    void shouldMeasureWhatACommitMakesVisible() {
        // given
        meter.decided(9_900);
        meter.decided(9_700);

        // when
        meter.committed();
        meter.committed();

        // then
        assertThat(latency().count()).isEqualTo(2);
        assertThat(latency().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(400);
        assertThat(transactions("committed")).isEqualTo(2);
    }

    @Test
    void shouldNotMeasureWhatIsDecidedAgain() {
        meter.decided(9_900);
        meter.aborted();
        meter.decided(9_800);
        meter.fenced();
        meter.committed();

        assertThat(latency().count()).isZero();
        assertThat(transactions("aborted")).isEqualTo(1);
        assertThat(transactions("fenced")).isEqualTo(1);
    }

    @Test
    void shouldMeasureNoDelayIfTheBrokersClockIsAhead() {
        meter.decided(12_000);
        meter.committed();

        assertThat(latency().count()).isEqualTo(1);
        assertThat(latency().totalTime(TimeUnit.MILLISECONDS)).isZero();
    }

    @Test
    void shouldMeasureAsManyAsAreDecided() {
        for (int i = 0; i < 5_000; i++) {
            meter.decided(9_000);
        }
        meter.committed();

        assertThat(latency().count()).isEqualTo(5_000);
    }

    private Timer latency() {
        return metrics.get("rota.decision.latency").timer();
    }

    private double transactions(String outcome) {
        return metrics.get("rota.transactions")
                .tag("outcome", outcome)
                .counter()
                .count();
    }
}
