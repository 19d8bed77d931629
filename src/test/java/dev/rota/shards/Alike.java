package dev.rota.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * When two have decided alike: to the letter, topic by topic, but for sentences: of a transaction that was lost
 * too often, and of a worker's change.
 */
final class Alike {

    private Alike() {}

    static boolean in(List<Told> expected, List<Told> actual) {
        return byTopic(expected).equals(byTopic(actual));
    }

    static String text(List<Told> decided) {
        return decided.stream()
                .map(told -> "\n  " + told.time() + " " + told.topic() + " " + told.key() + " " + told.value())
                .collect(Collectors.joining());
    }

    private static SortedMap<String, List<Told>> byTopic(List<Told> decided) {
        SortedMap<String, List<Told>> topics = new TreeMap<>();
        for (Told told : decided) {
            topics.computeIfAbsent(told.topic(), topic -> new ArrayList<>()).add(plain(told));
        }
        return topics;
    }

    private static Told plain(Told told) {
        if (told.value() instanceof DeadLetter letter && letter.getReason() == DeadLetterReason.ATTEMPTS_EXHAUSTED) {
            String said = letter.getMessage().isEmpty() ? "" : "a sentence";
            DeadLetter plain = DeadLetter.newBuilder(letter).setMessage(said).build();
            return new Told(told.time(), told.topic(), told.key(), plain);
        }
        if (told.value() instanceof WorkerChange change) {
            WorkerChange plain = WorkerChange.newBuilder(change).setReason("").build();
            return new Told(told.time(), told.topic(), told.key(), plain);
        }
        return told;
    }
}
