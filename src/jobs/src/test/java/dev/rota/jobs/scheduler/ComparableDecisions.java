package dev.rota.jobs.scheduler;

import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.OperationEvent;
import dev.rota.testing.ShortestDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares decisions by topic, in order, and without the texts of reasons. */
final class ComparableDecisions implements ShortestDifference.Comparison<TimedDecision> {

    @Override
    public boolean alike(List<TimedDecision> wanted, List<TimedDecision> found) {
        return of(wanted).equals(of(found)) && EvictionReasons.namePreemptors(wanted, found);
    }

    @Override
    public String told(List<TimedDecision> decided) {
        return text(decided);
    }

    static Map<String, List<TimedDecision>> of(List<TimedDecision> decided) {
        Map<String, List<TimedDecision>> byTopic = new TreeMap<>();
        for (TimedDecision told : decided) {
            byTopic.computeIfAbsent(told.value().getClass().getSimpleName(), type -> new ArrayList<>())
                    .add(new TimedDecision(told.time(), plain(told.value())));
        }
        return byTopic;
    }

    static String text(List<TimedDecision> decided) {
        return decided.stream()
                .map(told -> "\n  " + told.time() + " " + told.value())
                .collect(Collectors.joining());
    }

    private static Object plain(Object value) {
        if (value instanceof LeaseEvent event) {
            return new LeaseEvent(
                    event.getCohort(),
                    event.getBot(),
                    event.getSession(),
                    event.getJob(),
                    event.getLease(),
                    event.getInstance(),
                    event.getKind(),
                    event.getStrategy(),
                    event.getAttempt(),
                    event.getQueuedMs(),
                    "",
                    event.getPayload(),
                    event.getKey(),
                    event.getHeaders(),
                    event.getSource());
        }
        if (value instanceof JobStateEvent event) {
            return new JobStateEvent(
                    event.getCohort(),
                    event.getJob(),
                    event.getInstance(),
                    event.getKind(),
                    event.getBot(),
                    event.getAttempt(),
                    event.getStatus(),
                    "",
                    event.getExitCode(),
                    event.getTimeout());
        }
        if (value instanceof OperationEvent event) {
            return new OperationEvent(event.getCohort(), event.getKind(), event.getBot(), event.getInstance(), "");
        }
        return value;
    }
}
