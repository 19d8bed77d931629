package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.testing.Decider;
import dev.rota.testing.Determinism;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Compares the decisions of the scheduler with those of a naive model of the rules, in random histories. */
class CoresModelTest {

    private static final int EVENTS = 150;

    @Seeded(300)
    void shouldDecideAsTheModelDoes(long seed) {
        String difference = new ShortestDifference<>(
                        new CoresDomain(), CoresModelTest::model, CoresModelTest::scheduler)
                .in(RandomHistory.of(seed, EVENTS));

        assertThat(difference).isNull();
    }

    @Seeded(60)
    void shouldDecideColdAsWarm(long seed) {
        Determinism.checkRestarts(new CoresDomain(), RandomHistory.of(seed, EVENTS));
    }

    @Test
    void shouldDecideTheSameInAnotherProcess() {
        Determinism.check(new CoresDomain(), RandomHistory.of(1, EVENTS));
    }

    @Test
    void shouldFindAndShrinkADifference() {
        // given
        Supplier<Decider<Map<String, List<Object>>>> deafToSessions = () -> {
            Decider<Map<String, List<Object>>> model = model();
            return moment -> moment.event() instanceof BlockEvent block
                            && block.getEvent() instanceof BlockEnded ended
                            && ended.getSession() != null
                    ? List.of()
                    : model.take(moment);
        };

        // when
        String difference = new ShortestDifference<>(new CoresDomain(), CoresModelTest::model, deafToSessions)
                .in(RandomHistory.of(1, EVENTS));

        // then
        assertThat(difference).isNotNull().contains("\"session\"").contains("expected:");
        assertThat(difference.lines().filter(line -> line.startsWith("{\"topic\"")))
                .as("the block, and what it is the end of")
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void shouldReachEveryOutcomeInItsHistories() {
        // given
        TreeSet<String> met = new TreeSet<>();

        // when
        for (long seed = 0; seed < 200; seed++) {
            NaiveChain model = new NaiveChain("chain");
            RandomHistory history = new RandomHistory(seed, model);
            for (int i = 0; i < EVENTS; i++) {
                for (Object decided : model.take(history.next())) {
                    met.add(outcome(decided));
                }
            }
        }

        // then
        List<String> all =
                new ArrayList<>(List.of("CoreForecast", "CoreSchedule", "ValidatorGroups", "ValidatorDuties"));
        for (CoresReason reason : CoresReason.values()) {
            all.add(reason.name());
        }
        for (ClaimEventKind kind : ClaimEventKind.values()) {
            if (kind != ClaimEventKind.DROPPED) {
                all.add(kind + " ");
            }
        }
        all.add("RETURNED without a core");
        for (DropReason reason : DropReason.values()) {
            all.add("DROPPED " + reason);
        }
        assertThat(met).containsExactlyInAnyOrderElementsOf(all);
    }

    private static String outcome(Object decided) {
        if (decided instanceof ClaimEvent event) {
            return event.getKind() + " "
                    + (event.getKind() == ClaimEventKind.DROPPED ? event.getReason() : "")
                    + (event.getCore() == null ? "without a core" : "");
        }
        return decided instanceof CoresReason reason
                ? reason.name()
                : decided.getClass().getSimpleName();
    }

    /** Creates a model whose decisions are compared topic by topic. */
    private static Decider<Map<String, List<Object>>> model() {
        NaiveChain model = new NaiveChain("chain");
        return moment -> List.of(byTopic(model.take(Objects.requireNonNull(moment.event()))));
    }

    /** Creates a scheduler whose rows are checked after every event. */
    private static Decider<Map<String, List<Object>>> scheduler() {
        TestLog log = TestLog.warm(new CoresDomain());
        return moment -> {
            List<Decision> decided = log.take(moment);
            CoresInvariants.check(log, "chain");
            return List.of(byTopic(plain(decided)));
        };
    }

    /** Converts decisions to the model's form, which has only the reason of a rejection, and no checkpoints. */
    private static List<Object> plain(List<Decision> decided) {
        List<Object> plain = new ArrayList<>();
        for (Decision decision : decided) {
            if (decision.value() instanceof Rejection rejection) {
                plain.add(CoresReason.valueOf(rejection.getReason()));
            } else if (!(decision.value() instanceof Checkpoint)) {
                plain.add(decision.value());
            }
        }
        return plain;
    }

    private static Map<String, List<Object>> byTopic(List<Object> decided) {
        Map<String, List<Object>> byTopic = new TreeMap<>();
        for (Object one : decided) {
            byTopic.computeIfAbsent(one.getClass().getSimpleName(), type -> new ArrayList<>())
                    .add(one);
        }
        return byTopic;
    }
}
