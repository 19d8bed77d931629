package dev.rota.engine;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A question about one unit, such as why a job is queued or what the next decision would change. It is answered from
 * the unit's tables: those of the running scheduler, between two records ({@link Scheduler#inquiry}), or those at the
 * end of a replay of the log ({@link DomainView#inquiry}). It decides nothing.
 */
public interface Inquiry {

    /**
     * The name and parameters of a question.
     * @param name the kind of a subject, or another name that {@link DomainView#inquiry} accepts
     * @param words the parameters, as a person wrote them
     * @param assumed records of the domain's inputs that the answer assumes to have been accepted
     */
    record Asked(String name, SortedMap<String, List<String>> words, List<SpecificRecord> assumed) {

        private static final String ID = "id";

        public Asked {
            words = Collections.unmodifiableSortedMap(new TreeMap<>(words));
            assumed = List.copyOf(assumed);
        }

        /** Returns the question why a subject is in its current state. */
        public static Asked why(Subject subject) {
            return new Asked(
                    subject.kind(), new TreeMap<>(Collections.singletonMap(ID, List.of(subject.id()))), List.of());
        }

        /** Returns the subject of a question created by {@link #why}. */
        public Subject subject() {
            return new Subject(name, first(ID));
        }

        /** Returns the values of a parameter, or an empty list if it is absent. */
        public List<String> all(String word) {
            return words.getOrDefault(word, List.of());
        }

        /** Returns the first value of a parameter, or "" if it is absent. */
        public String first(String word) {
            return all(word).stream().findFirst().orElse("");
        }
    }

    /**
     * Returns the domain whose schedulers a replay runs to answer the question; by default the unit's own.
     * @param outputs the domain's output records, which contain what is in force
     * @throws NotThere if the outputs contain nothing that the question is about
     */
    default Domain replaying(Domain domain, String unit, OutputRecords outputs) {
        return domain;
    }

    /**
     * Takes one decision of the unit, which may explain how a subject without a row ended. A replay passes all
     * decisions, in order; an answer from live tables gets none.
     */
    default void decided(Decision decision) {}

    /**
     * Returns events on which the unit decides before the question is answered, as if they were the next records of the
     * log. Nothing is written. Only a replay does it, since it may read all rows of the unit.
     */
    default List<SpecificRecord> events() {
        return List.of();
    }

    /**
     * Takes the effect of {@link #events}, if there are any, before {@link #answer}.
     * @throws IllegalArgumentException with a sentence if an event that was assumed to be accepted is not
     */
    default void tried(Trial trial) {}

    /**
     * Answers from the tables.
     * @param tables the unit's tables, which are only read
     * @param now the unit's time
     * @return null if the unit has no such subject, and no decision named it
     * @throws IllegalArgumentException with a sentence if an assumption is impossible
     * @throws NotThere if the log contains nothing that the question is about
     */
    @Nullable
    Answer answer(Tables tables, long now, Parallel parallel);
}
