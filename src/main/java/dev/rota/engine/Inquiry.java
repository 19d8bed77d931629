package dev.rota.engine;

import dev.rota.engine.text.Printable;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A question about one unit, such as why a job is queued or what the next decision would change. It is answered from
 * the tables of the unit: those of the scheduler that decides, between two records ({@link Scheduler#inquiry}), or those
 * at the end of a replay of the log ({@link Domain#inquiry}). Nothing is decided by it.
 */
public interface Inquiry {

    /**
     * What is asked.
     *
     * @param name of the question: the kind of a subject, or another name that {@link Domain#inquiry} knows
     * @param words the parameters of the question, as a person wrote them
     * @param assumed records of the domain's inputs that are assumed to have been taken
     */
    record Asked(String name, SortedMap<String, List<String>> words, List<SpecificRecord> assumed) {

        private static final String ID = "id";

        public Asked {
            words = Collections.unmodifiableSortedMap(new TreeMap<>(words));
            assumed = List.copyOf(assumed);
        }

        /** The question why a subject is where it is. */
        public static Asked why(Subject subject) {
            return new Asked(
                    subject.kind(), new TreeMap<>(Collections.singletonMap(ID, List.of(subject.id()))), List.of());
        }

        /** The subject of a question of {@link #why}. */
        public Subject subject() {
            return new Subject(name, first(ID));
        }

        /** The words of a name; empty if there are none. */
        public List<String> all(String word) {
            return words.getOrDefault(word, List.of());
        }

        /** The first word of a name; empty if there is none. */
        public String first(String word) {
            return all(word).stream().findFirst().orElse("");
        }

        /** The exception of a domain that does not know the question. */
        public IllegalArgumentException unknownTo(Domain domain) {
            return new IllegalArgumentException(
                    "expected a question that " + domain.name() + " answers, but it is '" + Printable.of(name) + "'");
        }
    }

    /**
     * The domain whose schedulers a replay runs to answer the question; by default the unit's own.
     *
     * @param outputs those of the domain, which say what is in force
     * @throws NotThere if the outputs have nothing of what the question is about
     */
    default Domain replaying(Domain domain, String unit, OutputRecords outputs) {
        return domain;
    }

    /**
     * Takes one decision of the unit, which may say how something ended that has no row any more. In a replay all of
     * them come, in order; from live tables none does.
     */
    default void decided(Decision decision) {}

    /**
     * Answers from the tables.
     *
     * @param tables those of the unit, which are only read
     * @param now the time of the unit
     * @return null if the unit does not know the subject, and no decision named it
     * @throws IllegalArgumentException with a sentence if an assumption is impossible
     * @throws NotThere if the log has nothing of what the question is about
     */
    @Nullable
    Answer answer(Tables tables, long now, Parallel parallel);
}
