package dev.rota.pages;

import dev.rota.engine.Answered;
import dev.rota.engine.Subject;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the instances that decide say of themselves, as far as they can be asked. */
public interface Instances {

    /**
     * A domain, as its instances see it now.
     *
     * @param reasons why it is not ready; empty if it is
     * @param notes what else a person should know
     * @param owners who decides which log partition
     * @param lag log records of each partition that are not decided yet
     * @param waitingSince since when the work that waits longest does; {@link dev.rota.engine.Times#NEVER} if none waits
     */
    record State(
            boolean live,
            List<String> reasons,
            List<String> notes,
            SortedMap<Integer, String> owners,
            SortedMap<Integer, Long> lag,
            long waitingSince) {

        public State {
            reasons = List.copyOf(reasons);
            notes = List.copyOf(notes);
            owners = new TreeMap<>(owners);
            lag = new TreeMap<>(lag);
        }
    }

    /** What is known of a domain; empty if no instance can be asked. */
    Optional<State> state(String domain);

    /**
     * Asks the instance that decides a unit why a subject is where it is.
     *
     * @return empty if the unit does not know it
     * @throws Unanswered if nobody can answer just now; its message says why
     */
    Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered;

    /**
     * Asks the instance that decides a unit for one of its pages in JSON.
     *
     * @param type what the page is written from
     * @param page its name, as {@link dev.rota.engine.Domain#pages()} has it, with a text in place of what
     *     stands in braces
     * @return empty if there is no such unit, or its unit has no such page
     * @throws Unanswered if nobody can answer just now; its message says why
     */
    <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered;

    /** Whether the pages of units, {@code /<domain>/<unit>/<page>}, are served at the address of these pages too. */
    default boolean areServedHere() {
        return false;
    }

    /** Nobody can answer just now. */
    final class Unanswered extends Exception {
        private static final long serialVersionUID = 1L;

        public Unanswered(String message) {
            super(message, null, false, false);
        }
    }

    /** No instance can be asked. */
    Instances NONE = new Instances() {
        @Override
        public Optional<State> state(String domain) {
            return Optional.empty();
        }

        @Override
        public Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered {
            throw nobody();
        }

        @Override
        public <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered {
            throw nobody();
        }

        private Unanswered nobody() {
            return new Unanswered("these pages were told of no instance that they could ask (pages.instances)");
        }
    };
}
