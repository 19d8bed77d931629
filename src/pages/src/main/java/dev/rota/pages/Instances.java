package dev.rota.pages;

import dev.rota.engine.Answered;
import dev.rota.engine.Subject;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The instances that decide, as a source of live state for the pages. */
public interface Instances {

    /**
     * The live state of a domain.
     *
     * @param reasons why the domain is not ready; empty if it is ready
     * @param notes further facts for operators
     * @param owners the instance that decides each log partition
     * @param lag the number of log records of each partition that are not decided yet
     * @param waitingSince the time since when the oldest waiting work waits; {@link dev.rota.engine.Times#NEVER} if no
     *     work waits
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

    /** Returns the state of a domain, or empty if no instance can be asked. */
    Optional<State> state(String domain);

    /**
     * Asks the instance that decides a unit to explain the state of a subject.
     *
     * @return the explanation, or empty if the unit has no such subject
     * @throws Unanswered if no instance can answer at the moment; its message states the reason
     */
    Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered;

    /**
     * Asks the instance that decides a unit for one of the unit's pages in JSON.
     *
     * @param type the class that the page is parsed into
     * @param page the page's name as in {@link dev.rota.engine.Domain#pages()}, with a value in place of the variable
     *     in braces
     * @return the page, or empty if there is no such unit, or if its domain has no such page
     * @throws Unanswered if no instance can answer at the moment; its message states the reason
     */
    <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered;

    /**
     * Returns whether the pages of units, {@code /<domain>/<unit>/<page>}, are also served at the address of these
     * pages.
     */
    default boolean areServedHere() {
        return false;
    }

    /** Thrown if no instance can answer at the moment. */
    final class Unanswered extends Exception {
        private static final long serialVersionUID = 1L;

        public Unanswered(String message) {
            super(message, null, false, false);
        }
    }

    /** The source without instances, which answers no question. */
    Instances NONE = new Instances() {
        @Override
        public Optional<State> state(String domain) {
            return Optional.empty();
        }

        @Override
        public Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered {
            throw unanswered();
        }

        @Override
        public <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered {
            throw unanswered();
        }

        private Unanswered unanswered() {
            return new Unanswered("these pages have no instance to ask; set pages.instances");
        }
    };
}
