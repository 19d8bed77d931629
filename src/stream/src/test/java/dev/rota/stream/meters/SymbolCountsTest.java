package dev.rota.stream.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.cumulative.CumulativeCounter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

class SymbolCountsTest {

    @Test
    void shouldFindSymbolsInLists() {
        CoreSchedule schedule = new CoreSchedule(
                "c",
                1L,
                0,
                List.of(new FreedCore(0, 5, FreedReason.TIMED_OUT), new FreedCore(1, 6, FreedReason.CONCLUDED)),
                List.of(CoreAssignment.newBuilder()
                        .setCore(0)
                        .setPara(5)
                        .setKind(AssignmentKind.PARACHAIN)
                        .setGroup(0)
                        .build()));

        assertThat(found(schedule))
                .containsExactly("freed.reason=TIMED_OUT", "freed.reason=CONCLUDED", "assignments.kind=PARACHAIN");
    }

    @Test
    void shouldPassOverWhatIsNotSet() {
        LeaseEvent lease = LeaseEvent.newBuilder()
                .setCohort("c")
                .setBot("b")
                .setSession("s")
                .setJob("j")
                .setLease(1L)
                .setInstance("i")
                .setKind(LeaseEventKind.EVICTED)
                .setAttempt(1)
                .setQueuedMs(0L)
                .build();

        assertThat(found(lease)).containsExactly("kind=EVICTED");
    }

    @Test
    void shouldCountEqualOnesInARow() {
        List<FreedCore> freed = List.of(
                new FreedCore(0, 5, FreedReason.TIMED_OUT),
                new FreedCore(1, 6, FreedReason.TIMED_OUT),
                new FreedCore(2, 7, FreedReason.CONCLUDED),
                new FreedCore(3, 8, FreedReason.TIMED_OUT));

        assertThat(found(new CoreSchedule("c", 1L, 0, freed, List.of())))
                .containsExactly(
                        "freed.reason=TIMED_OUT",
                        "freed.reason=TIMED_OUT",
                        "freed.reason=CONCLUDED",
                        "freed.reason=TIMED_OUT");
    }

    /** Returns each symbol as often as it was counted, in the order of counting. */
    private static List<String> found(IndexedRecord decision) {
        List<String> found = new ArrayList<>();
        new SymbolCounts((topic, field, symbol) -> new CumulativeCounter(id(symbol)) {
                    @Override
                    public void increment(double times) {
                        found.addAll(Collections.nCopies((int) times, field + "=" + symbol));
                    }
                })
                .count("topic", decision);
        return found;
    }

    private static Meter.Id id(String name) {
        return new Meter.Id(name, Tags.empty(), null, null, Meter.Type.COUNTER);
    }
}
