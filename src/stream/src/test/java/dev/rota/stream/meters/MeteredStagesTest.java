package dev.rota.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Parallel;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeteredStagesTest {

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final Parallel stages = new MeteredStages(Parallel.SEQUENTIAL, "chunks", metrics, clock::get);

    private String work(long nanos) {
        clock.addAndGet(nanos);
        return "done";
    }

    private Timer timer(String stage) {
        return metrics.get("rota.decision.stage")
                .tag("domain", "chunks")
                .tag("stage", stage)
                .timer();
    }

    @Test
    void shouldMeasureEachStage() {
        assertThat(stages.stage("place", () -> work(700))).isEqualTo("done");
        stages.stage("place", () -> work(800));
        stages.stage("digest", () -> work(5));

        assertThat(timer("place").count()).isEqualTo(2);
        assertThat(timer("place").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(1_500);
        assertThat(timer("digest").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(5);
    }

    @Test
    void shouldRunSlicesAndStagesAsOthersDo() {
        AtomicInteger sum = new AtomicInteger();
        stages.run(5, sum::addAndGet);
        assertThat(sum).hasValue(10);
        assertThat(Parallel.SEQUENTIAL.stage("place", () -> work(1))).isEqualTo("done");
        assertThatThrownBy(() -> stages.stage("place", () -> {
                    throw new IllegalStateException("no room");
                }))
                .hasMessage("no room");
    }
}
