package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The instances, or owners, that have no jobs and have used something. Each is forgotten as soon as the least of those that
 * wait has reached it, since it would then begin there. Beyond {@link #MAX}, that with the least is forgotten.
 */
final class PastParties {

    /** The maximum number of instances, and of owners in a cohort, that have no jobs and are remembered. */
    static final int MAX = 10_000;

    private final NavigableSet<Party> parties = new TreeSet<>(Party.BY_USED);

    void add(Party party) {
        parties.add(party);
    }

    void remove(Party party) {
        parties.remove(party);
    }

    /** Takes a party out of the order, since its share is about to change; {@link #place} puts it back. */
    void lift(Party party) {
        party.past = parties.remove(party);
    }

    void place(Party party) {
        if (party.past) {
            parties.add(party);
        }
    }

    /** Returns the party with the least if there are too many, or null. */
    @Nullable
    Party excess() {
        return parties.size() > MAX ? parties.first() : null;
    }

    /** Returns the party with the least if the least of those that wait has reached it, or null. */
    @Nullable
    Party reached(@Nullable Share least) {
        return least == null || parties.isEmpty() || parties.first().share.compareUsed(least) > 0
                ? null
                : parties.first();
    }
}
