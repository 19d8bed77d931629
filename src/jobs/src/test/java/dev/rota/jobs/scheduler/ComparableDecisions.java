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
            return LeaseEvent.newBuilder()
                    .setCohort(event.getCohort())
                    .setBot(event.getBot())
                    .setSession(event.getSession())
                    .setJob(event.getJob())
                    .setLease(event.getLease())
                    .setInstance(event.getInstance())
                    .setKind(event.getKind())
                    .setStrategy(event.getStrategy())
                    .setAttempt(event.getAttempt())
                    .setQueuedMs(event.getQueuedMs())
                    .setPayload(event.getPayload())
                    .setKey(event.getKey())
                    .setHeaders(event.getHeaders())
                    .setSource(event.getSource())
                    .build();
        }
        if (value instanceof JobStateEvent event) {
            return JobStateEvent.newBuilder()
                    .setCohort(event.getCohort())
                    .setJob(event.getJob())
                    .setInstance(event.getInstance())
                    .setKind(event.getKind())
                    .setBot(event.getBot())
                    .setAttempt(event.getAttempt())
                    .setStatus(event.getStatus())
                    .setExitCode(event.getExitCode())
                    .setTimeout(event.getTimeout())
                    .build();
        }
        if (value instanceof OperationEvent event) {
            return OperationEvent.newBuilder()
                    .setCohort(event.getCohort())
                    .setKind(event.getKind())
                    .setBot(event.getBot())
                    .setInstance(event.getInstance())
                    .build();
        }
        return value;
    }
}
