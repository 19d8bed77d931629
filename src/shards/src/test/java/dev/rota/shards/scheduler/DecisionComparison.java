package dev.rota.shards.scheduler;

import dev.rota.shards.DeadLetter;
import dev.rota.shards.DeadLetterReason;
import dev.rota.shards.WorkerChange;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares the decisions of two deciders, topic by topic. All must be equal, except for two texts: the message of a
 * transaction that was lost too often, and that of a worker's change.
 */
final class DecisionComparison implements ShortestDifference.Comparison<TimedDecision> {

    @Override
    public boolean alike(List<TimedDecision> expected, List<TimedDecision> actual) {
        return byTopic(expected).equals(byTopic(actual));
    }

    private static SortedMap<String, List<TimedDecision>> byTopic(List<TimedDecision> decided) {
        SortedMap<String, List<TimedDecision>> topics = new TreeMap<>();
        for (TimedDecision told : decided) {
            topics.computeIfAbsent(told.topic(), topic -> new ArrayList<>()).add(plain(told));
        }
        return topics;
    }

    private static TimedDecision plain(TimedDecision told) {
        if (told.value() instanceof DeadLetter letter && letter.getReason() == DeadLetterReason.ATTEMPTS_EXHAUSTED) {
            String said = letter.getMessage().isEmpty() ? "" : "a sentence";
            DeadLetter plain = DeadLetter.newBuilder(letter).setMessage(said).build();
            return new TimedDecision(told.time(), told.topic(), told.key(), plain);
        }
        if (told.value() instanceof WorkerChange change) {
            WorkerChange plain = WorkerChange.newBuilder(change).setReason("").build();
            return new TimedDecision(told.time(), told.topic(), told.key(), plain);
        }
        return told;
    }
}
