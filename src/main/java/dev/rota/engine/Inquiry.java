package dev.rota.engine;

import dev.rota.engine.text.Printable;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A question about a unit that only a replay of its log can answer, such as what the next decision would change under
 * assumptions. Nothing is decided by it.
 */
public interface Inquiry {

    /**
     * What is asked.
     *
     * @param name of the question, one that {@link Domain#inquiry} knows
     * @param words what it is asked with, as people wrote it
     * @param assumed records of the domain's inputs that are assumed to have been taken
     */
    record Asked(String name, SortedMap<String, List<String>> words, List<SpecificRecord> assumed) {

        public Asked {
            words = Collections.unmodifiableSortedMap(new TreeMap<>(words));
            assumed = List.copyOf(assumed);
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
     * What is answered.
     *
     * @param lines for people
     * @param json the same for programs, an object
     */
    record Answer(List<String> lines, String json) {

        public Answer {
            lines = List.copyOf(lines);
        }
    }

    /** The domain whose schedulers the replay runs. */
    Domain replaying();

    /** Takes one decision of the unit; all of them come in order. */
    default void decided(Decision decision) {}

    /**
     * Answers at the end of the log.
     *
     * @param tables the unit's, which are only read
     * @param now the unit's time
     * @throws IllegalArgumentException with a sentence if an assumption is impossible
     * @throws NotThere if the log has nothing of what is asked about
     */
    Answer answer(Tables tables, long now, Parallel parallel);
}
