package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.CohortDemand;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.OperationEvent;
import dev.rota.jobs.OperationKind;
import dev.rota.jobs.Strategy;
import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.trials.Full;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Asserts that the random histories reach each transition of a job and each rejection reason many times. */
class TransitionCoverageTest {

    /** The seeds of each profile, fewer than the scheduler is tested with. */
    private static final int SEEDS = 40;

    /** The least number of times that each transition must occur. */
    private static final int OFTEN = 25;

    private static final List<String> RETRY_CAUSES = List.of(
            "INTERNAL",
            "UNAVAILABLE",
            "CANCELLED",
            "not reported",
            "deadline",
            "session replaced",
            "closed",
            "EXECUTION_TIMEOUT");

    private final Map<String, Integer> met = new TreeMap<>();

    @Test
    @Full
    void shouldReachEveryTransitionOften() {
        // when
        for (Profile profile : Profile.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                follow(RandomHistory.of(seed, profile));
            }
        }

        // then
        assertThat(met).containsOnlyKeys(all());
        assertThat(met).allSatisfy((transition, times) -> assertThat(times).isGreaterThanOrEqualTo(OFTEN));
    }

    private static Set<String> all() {
        Set<String> all = new TreeSet<>(List.of(
                "none, QUEUED: queued",
                "none, WAITING: waiting",
                "waiting, QUEUED: queued",
                "waiting, REPRIORITISED: waiting",
                "waiting, CANCELLED: none",
                "waiting, ABORTED DEPENDENCY_FAILED: none",
                "queued, REPRIORITISED: queued",
                "assigned, REPRIORITISED: assigned",
                "assigned, EVICTED: queued",
                "assigned, COMPLETED: none",
                "queued, CANCELLED: none",
                "queued, ABORTED QUEUE_TIMEOUT: none",
                "assigned, CANCELLED: none"));
        for (Strategy strategy : Strategy.values()) {
            all.add("queued, ASSIGNED " + strategy + ": assigned");
        }
        for (String cause : RETRY_CAUSES) {
            all.add("assigned, RETRIED " + cause + ": queued");
            all.add("assigned, ABORTED " + cause + ": none");
        }
        for (OperationKind kind : OperationKind.values()) {
            List<String> whoms =
                    kind == OperationKind.WITHOUT_QUOTA ? List.of("instance") : List.of("bot", "instance", "cohort");
            whoms.forEach(whom -> all.add(kind + " " + whom));
        }
        // no random history has ten thousand holds
        Stream.of(JobsReason.values())
                .filter(reason -> reason != JobsReason.HOLDS_FULL)
                .map(JobsReason::name)
                .forEach(all::add);
        Stream.of(LeaseEventKind.values()).map(kind -> "told " + kind).forEach(all::add);
        all.add("DEMAND");
        all.add("told CANCELLED of a lease that is not held");
        return all;
    }

    private void follow(List<Moment> history) {
        Decider<TimedDecision> model = Deciders.model();
        Map<String, String> states = new TreeMap<>();
        for (Moment moment : history) {
            for (TimedDecision told : model.take(moment)) {
                if (told.value() instanceof JobStateEvent event) {
                    follow(event, states);
                } else if (told.value() instanceof LeaseEvent event) {
                    boolean notHeld = event.getKind() == LeaseEventKind.CANCELLED && event.getAttempt() == 0;
                    count("told " + event.getKind() + (notHeld ? " of a lease that is not held" : ""));
                } else if (told.value() instanceof OperationEvent event) {
                    count(event.getKind()
                            + (event.getBot() != null
                                    ? " bot"
                                    : event.getInstance() != null ? " instance" : " cohort"));
                } else if (told.value() instanceof CohortDemand) {
                    count("DEMAND");
                } else {
                    count(told.value().toString());
                }
            }
        }
    }

    private void follow(JobStateEvent event, Map<String, String> states) {
        String from = states.getOrDefault(event.getJob(), "none");
        String to = switch (event.getKind()) {
            case QUEUED, EVICTED, RETRIED -> "queued";
            case ASSIGNED -> "assigned";
            case COMPLETED, CANCELLED, ABORTED -> "none";
            case REPRIORITISED -> from;
            case WAITING -> "waiting";
        };
        states.put(event.getJob(), to);
        String why = why(event);
        count(from + ", " + event.getKind() + (why == null ? "" : " " + why) + ": " + to);
    }

    /** Returns the cause of a transition that has several. */
    private static @Nullable String why(JobStateEvent event) {
        return switch (event.getKind()) {
            case ASSIGNED, RETRIED, ABORTED -> event.getReason();
            default -> null;
        };
    }

    private void count(String transition) {
        met.merge(transition, 1, Integer::sum);
    }
}
