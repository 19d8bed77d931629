package dev.rota.jobs.farm;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parties that wait among those that share slot time: the instances of a cohort, or the owners of an instance.
 *
 * <p>An instance waits while it is served and has a queued job for which a bot is in service, full or not. When it begins to
 * wait, its used time for its weight is raised to the least of the instances that wait already: time in which it had no
 * jobs, was held, was at its maximum, or had no bot earns no credit. If it has used more than that, it keeps that. Several
 * that begin with the same change, such as a bot that comes, are raised to the least of those that waited before it; if
 * none did, they keep what they have. The same holds for the owners of an instance, among themselves.
 */
final class WaitingParties {

    private final NavigableSet<Party> waiting = new TreeSet<>(Party.BY_USED);

    /** The parties that may begin or cease to wait. */
    private final Set<Party> changed = new LinkedHashSet<>();

    /** Takes note that a party may begin or cease to wait. */
    void changed(Party party) {
        changed.add(party);
    }

    /** Returns the parties that may begin or cease to wait. */
    Set<Party> changed() {
        return changed;
    }

    /** Returns the share of the party that has used least, or null if none waits. */
    @Nullable
    Share least() {
        return waiting.isEmpty() ? null : waiting.first().share;
    }

    /** Returns the parties that wait, by used time. */
    Collection<Party> all() {
        return waiting;
    }

    /** Takes a party out of the order, since its share is about to change; {@link #place} puts it back. */
    void lift(Party party) {
        if (party.waits) {
            waiting.remove(party);
        }
    }

    void place(Party party) {
        if (party.waits) {
            waiting.add(party);
        }
    }

    /** Removes a party that has no jobs any more. */
    void leave(Party party) {
        lift(party);
        party.waits = false;
    }

    /** Forgets a party that has no jobs. */
    void forget(Party party) {
        changed.remove(party);
    }

    /** Lets parties begin and cease to wait; returns those whose used time was raised. */
    List<Party> settle(long period) {
        List<Party> begin = List.of();
        List<Party> raised = List.of();
        for (Party party : changed) {
            boolean could = party.couldRun();
            if (party.waits && !could) {
                leave(party);
            } else if (!party.waits && could) {
                begin = begin.isEmpty() ? new ArrayList<>() : begin;
                begin.add(party);
            }
        }
        changed.clear();
        Share least = least();
        for (Party party : begin) {
            if (least != null && party.share.compareUsed(least) < 0) {
                party.lift();
                party.share.raise(least, period);
                party.place();
                raised = raised.isEmpty() ? new ArrayList<>() : raised;
                raised.add(party);
            }
        }
        for (Party party : begin) {
            party.waits = true;
            waiting.add(party);
        }
        return raised;
    }
}
