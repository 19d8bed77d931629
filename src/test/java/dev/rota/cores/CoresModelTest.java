package dev.rota.cores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Rejection;
import dev.rota.engine.Seeded;
import dev.rota.engine.machine.TestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Random histories, decided by the scheduler and by a naive model of the rules. */
class CoresModelTest {

    private static final int EVENTS = 150;

    @Seeded(300)
    void shouldDecideAsTheModelDoes(long seed) {
        // given
        NaiveChain model = new NaiveChain("chain");
        RandomHistory history = new RandomHistory(seed, model);
        TestLog log = TestLog.warm(new CoresDomain());

        for (int i = 0; i < EVENTS; i++) {
            // when
            SpecificRecord event = history.next();
            List<Decision> decided = log.feed(topic(event), event);

            // then
            assertThat(byTopic(plain(decided))).as("event %s: %s", i, event).isEqualTo(byTopic(model.take(event)));
            CoresInvariants.check(log, "chain");
        }
    }

    @Seeded(60)
    void shouldDecideColdAsWarm(long seed) {
        // given
        NaiveChain model = new NaiveChain("chain");
        RandomHistory history = new RandomHistory(seed, model);
        TestLog warm = TestLog.warm(new CoresDomain());
        TestLog cold = TestLog.cold(new CoresDomain());

        for (int i = 0; i < EVENTS; i++) {
            // when
            SpecificRecord event = history.next();
            model.take(event);
            List<Decision> warmly = warm.feed(topic(event), event);
            List<Decision> coldly = cold.feed(topic(event), event);

            // then
            assertThat(coldly)
                    .extracting(Decision::value)
                    .isEqualTo(warmly.stream().map(Decision::value).toList());
            assertThat(cold.chain("chain")).as("event %s: %s", i, event).isEqualTo(warm.chain("chain"));
        }
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

    private static String topic(SpecificRecord event) {
        return event instanceof Claim ? "cores.claims" : "cores.blocks";
    }

    /** Decisions in the model's form: of a rejection only the reason, and no checkpoints. */
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
