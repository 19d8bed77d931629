package dev.rota.workload.cores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.ValidatorGroups;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.testing.TestLog;
import dev.rota.workload.Traffic;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoresTrafficTest {

    private static final long START = 1_700_000_000_000L;

    @Test
    void shouldShowAllThatCanHappenToAClaim() {
        // given
        TestLog log = TestLog.warm(new CoresDomain());

        // when
        List<Decision> decided = play(log, new CoresWorkloads().demo(new CoresDomain()), START, 600);

        // then
        assertThat(kinds(decided)).containsAll(List.of(ClaimEventKind.values()));
        assertThat(reasons(decided)).contains("NOT_LIVE", "ALREADY_CLAIMED").doesNotContain("BLOCK_OUT_OF_ORDER");
        assertThat(blocks(decided, "demo-forward")).hasSizeGreaterThan(590).isSorted();
        assertThat(blocks(decided, "demo-backward")).hasSizeGreaterThan(290).isSorted();
        assertThat(decided.stream().filter(one -> one.value() instanceof ValidatorGroups))
                .hasSizeGreaterThan(6);
    }

    /** The demo must not look broken at first sight: a few rejections of each kind are enough. */
    @Test
    void shouldHaveFewRejectedClaims() {
        TestLog log = TestLog.warm(new CoresDomain());

        List<Decision> decided = play(log, new CoresWorkloads().demo(new CoresDomain()), START, 600);

        Map<String, Long> rejected = decided.stream()
                .filter(one -> one.value() instanceof Rejection)
                .collect(Collectors.groupingBy(
                        one -> ((Rejection) one.value()).getReason(), TreeMap::new, Collectors.counting()));
        assertThat(rejected.values()).as("%s", rejected).allMatch(count -> count <= 25);
        assertThat(rejected.get("NOT_LIVE")).isGreaterThan(2);
        assertThat(rejected.get("ALREADY_CLAIMED")).isGreaterThan(2);
        assertThat(decided.stream()
                        .filter(one ->
                                one.value() instanceof ClaimEvent event && event.getKind() == ClaimEventKind.CONCLUDED))
                .hasSizeGreaterThan(100);
    }

    /** There are more calls than a session has blocks. */
    @Test
    void shouldGetOneAnswerPerHeartbeat() {
        TestLog log = TestLog.warm(new CoresDomain());
        Heartbeats heartbeats = new Heartbeats(List.of("one", "two"));

        List<Decision> decided = play(log, heartbeats, START, 1_500);

        assertThat(blocks(decided, "one")).hasSize(2_999);
        assertThat(blocks(decided, "two")).hasSize(2_999);
        assertThat(reasons(decided)).isEmpty();
    }

    @ParameterizedTest(name = "{0} ms later")
    @ValueSource(longs = {100_000, 200_000_000})
    void shouldContinueWhereAnotherStopped(long later) {
        // given a demo that was stopped with a block open
        TestLog log = TestLog.warm(new CoresDomain());
        play(log, new CoresWorkloads().demo(new CoresDomain()), START, 30);
        log.feed(
                "cores.blocks",
                new BlockEvent("demo-forward", START / 1_000 + 40, new BlockStarted(List.of(), null), null));

        // when
        List<Decision> decided = play(log, new CoresWorkloads().demo(new CoresDomain()), START + later, 30);

        // then
        assertThat(blocks(decided, "demo-forward")).hasSizeGreaterThan(20);
        assertThat(blocks(decided, "demo-backward")).hasSizeGreaterThan(10);
        assertThat(kinds(decided)).contains(ClaimEventKind.BACKED, ClaimEventKind.CONCLUDED);
    }

    @Test
    void shouldBeDeterministic() {
        // given
        TestLog one = TestLog.warm(new CoresDomain());
        TestLog other = TestLog.warm(new CoresDomain());

        // when
        play(one, new CoresWorkloads().demo(new CoresDomain()), START, 50);
        play(other, new CoresWorkloads().demo(new CoresDomain()), START, 50);

        // then
        assertThat(one.chain("demo-forward")).isEqualTo(other.chain("demo-forward"));
    }

    @ParameterizedTest
    @CsvSource({"one-large, 100", "many-small, 12"})
    void shouldHaveEveryEventOfAWorkloadAccepted(String name, int batches) {
        // given
        TestLog log = TestLog.warm(new CoresDomain());
        Map<String, Traffic> workloads = new CoresWorkloads().byName();
        Traffic traffic = Objects.requireNonNull(workloads.get(name));
        int events = 0;
        int schedules = 0;

        // when
        for (int batch = 0; batch < batches; batch++) {
            for (Fact fact : traffic.at(0)) {
                List<Decision> decided = log.feed(fact.topic(), fact.value());

                // then
                assertThat(reasons(decided)).isEmpty();
                assertThat(decided).as("%s", fact).isNotEmpty();
                schedules += decided.stream().anyMatch(one -> one.value() instanceof CoreSchedule) ? 1 : 0;
                events++;
            }
        }
        assertThat(schedules).isGreaterThan(events / 3);
    }

    /** Plays the traffic second by second, and passes every decision to it and its answers to the log. */
    private static List<Decision> play(TestLog log, Traffic traffic, long from, int seconds) {
        List<Decision> all = new ArrayList<>();
        for (long time = from; time < from + seconds * 1_000L; time += 500) {
            Deque<Fact> facts = new ArrayDeque<>(traffic.at(time));
            while (!facts.isEmpty()) {
                Fact fact = facts.removeFirst();
                for (Decision decision : log.feed(fact.topic(), time, fact.value())) {
                    facts.addAll(traffic.answer(decision.output().topic(), decision.value()));
                    all.add(decision);
                }
            }
        }
        return all;
    }

    private static Set<ClaimEventKind> kinds(List<Decision> decided) {
        TreeSet<ClaimEventKind> kinds = new TreeSet<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof ClaimEvent event) {
                kinds.add(event.getKind());
            }
        }
        return kinds;
    }

    private static Set<String> reasons(List<Decision> decided) {
        TreeSet<String> reasons = new TreeSet<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof Rejection rejection) {
                reasons.add(rejection.getReason());
            }
        }
        return reasons;
    }

    private static List<Long> blocks(List<Decision> decided, String chain) {
        List<Long> blocks = new ArrayList<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof CoreSchedule schedule
                    && schedule.getChain().equals(chain)) {
                blocks.add(schedule.getBlock());
            }
        }
        return blocks;
    }
}
