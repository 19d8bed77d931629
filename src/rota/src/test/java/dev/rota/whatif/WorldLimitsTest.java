package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Parallel;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A change makes a bounded number of events of a record, and copying them can be cancelled. */
class WorldLimitsTest {

    private static final JobsDomain JOBS = new JobsDomain();
    private static final long LARGE = 1L << 40;

    /** The first run alone would make 100,000,000 jobs of one. */
    @Test
    void shouldLimitTheCopiesOfARequestOverAllLinesAndRuns() {
        assertThatThrownBy(() -> answer(question(Collections.nCopies(4, "{\"load\":100}"), 1, WorldLimits.COMMAND)))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessage("expected each request at most 10000 times over all lines and runs, but with 1 run of"
                        + " 100000000 it is more: lines of load multiply");
        assertThatThrownBy(() -> answer(question(List.of("{\"load\":51}"), 200, WorldLimits.COMMAND)))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessageContaining("with 200 runs of 51 it is more");
        assertThatThrownBy(() -> answer(question(List.of("{\"load\":51}"), 4, WorldLimits.PAGES)))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessageEndingWith("; 'rota what-if' on the command line takes more");
    }

    @Test
    void shouldLimitTheEventsOfAWorld() {
        WorldLimits limits = new WorldLimits(LARGE, 12, LARGE, "");

        assertThat(answer(question(List.of("{\"load\":3}"), 1, limits))).isNotNull();
        assertThatThrownBy(() -> answer(question(List.of("{\"load\":4}"), 1, limits)))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessage(
                        "expected at most 12 events and 1,099,511,627,776 bytes in the compared time, but the change"
                                + " makes more: compare from a later time on, or with a smaller load");
        assertThatThrownBy(() -> answer(question(List.of("{\"load\":1}"), 1, new WorldLimits(LARGE, 3, LARGE, ""))))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessageContaining("but the record has more");
    }

    @Test
    void shouldLimitTheBytesOfAWorld() {
        assertThatThrownBy(
                        () -> answer(question(List.of("{\"load\":100}"), 1, new WorldLimits(LARGE, LARGE, 1_000, ""))))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessageContaining("expected at most 1,099,511,627,776 events and 1,000 bytes");
    }

    /** Events that are added at the end of the record are copied as well, before they are sorted. */
    @Test
    void shouldLimitTheEventsThatAreAddedAtTheEnd() {
        List<String> change = new ArrayList<>(List.of(submitted("late", 100_000)));
        change.addAll(Collections.nCopies(3, "{\"load\":10,\"from\":90000}"));

        assertThatThrownBy(() -> answer(question(change, 1, new WorldLimits(LARGE, 900, LARGE, ""))))
                .isInstanceOf(WhatIf.Unanswerable.class)
                .hasMessageContaining("but the change makes more");
    }

    @Test
    void shouldEndWithinTheCopiesOfARequestWhenCancelled() {
        AtomicLong looks = new AtomicLong();
        WhatIf.Watch watch = new WhatIf.Watch() {
            @Override
            public boolean isCancelled() {
                return looks.incrementAndGet() > 5_000;
            }
        };
        Question question =
                question(Collections.nCopies(4, "{\"load\":100}"), 1, new WorldLimits(LARGE, LARGE, LARGE, ""));

        assertThatThrownBy(() -> answer(question, watch)).isInstanceOf(CancellationException.class);
        assertThat(looks).hasValue(5_001);
    }

    private static Question question(List<String> change, int runs, WorldLimits limits) {
        return new Question("default", null, false, null, false, List.of(change), runs, null, null, false, limits);
    }

    private static String submitted(String job, long time) {
        return "{\"topic\":\"jobs.submissions\",\"time\":" + time + ",\"value\":{\"job\":\"" + job
                + "\",\"event\":{\"JobSubmitted\":{\"instance\":\"i\"}}}}";
    }

    private static Object answer(Question question) {
        return answer(question, WhatIf.Watch.NONE);
    }

    private static Object answer(Question question, WhatIf.Watch watch) {
        RuntimeException[] why = new RuntimeException[1];
        try (WhatIf whatIf = new WhatIf(JOBS, Asking.model(JOBS), question, Parallel.SEQUENTIAL, watch)) {
            Simulation simulation = new Simulation(JOBS, whatIf.machine(), record -> {
                try {
                    whatIf.record().take(record, null);
                } catch (RuntimeException e) {
                    why[0] = e;
                    throw e;
                }
            });
            for (int job = 1; job <= 4; job++) {
                simulation.line(submitted("j" + job, 1_000L * job));
            }
            return whatIf.answer();
        } catch (BadLine e) {
            throw why[0] == null ? new IllegalStateException(e) : why[0];
        }
    }
}
