package dev.rota.workload.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Nullable;
import dev.rota.workload.cores.BlockCounts.Ending;
import dev.rota.workload.cores.BlockCounts.Length;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The candidates of a relay chain, by its decisions: those that wait to be backed, and those that occupy a core until
 * they are available. A candidate that is not backed in a block is tried again when its para is scheduled next, so it is
 * counted in how many blocks it was tried: the time between them is the queue's and not the candidate's.
 */
final class ModelChain {

    /** Takes note of what became of candidates. */
    interface Watch {

        Watch NONE = new Watch() {};

        /** Called when a candidate was backed, or given up, after {@code tries} blocks in which it was not. */
        default void tried(int para, long tries, Ending ending) {}

        /** Called when a candidate's core was freed, so many blocks after it was backed. */
        default void occupied(int para, long blocks, Ending ending) {}
    }

    /** A candidate that is not backed. */
    static final class Unbacked {
        /** The number of candidates of its para before it. */
        final int number;

        /** The number of blocks in which it was scheduled and not backed. */
        long tries;

        @Nullable
        Length needs;

        Unbacked(int number, long tries) {
            this.number = number;
            this.tries = tries;
        }
    }

    /** A candidate that occupies a core. */
    static final class Occupant {
        final int para;
        /** The number of occupants of its para before it. */
        final int number;

        final long since;

        @Nullable
        Length needs;

        Occupant(int para, int number, long since) {
            this.para = para;
            this.number = number;
            this.since = since;
        }
    }

    private final Watch watch;
    private final SortedMap<Integer, Unbacked> unbacked = new TreeMap<>();
    private final SortedMap<Integer, Occupant> occupants = new TreeMap<>();
    /** The paras that are scheduled in the open block, by core. */
    private final SortedMap<Integer, Integer> scheduled = new TreeMap<>();

    private final Map<Integer, Integer> candidates = new TreeMap<>();
    private final Map<Integer, Integer> occupations = new TreeMap<>();
    private long block;

    /** The cores that are backed at the end of the block, until it has been decided. */
    private @Nullable List<Integer> backing;

    ModelChain(Watch watch) {
        this.watch = watch;
    }

    /** Returns a chain that goes on from here. */
    ModelChain copy() {
        ModelChain copy = new ModelChain(Watch.NONE);
        unbacked.forEach((para, its) -> copy.unbacked.put(para, new Unbacked(its.number, its.tries)));
        occupants.forEach((core, its) -> copy.occupants.put(core, new Occupant(its.para, its.number, its.since)));
        copy.scheduled.putAll(scheduled);
        copy.candidates.putAll(candidates);
        copy.occupations.putAll(occupations);
        copy.block = block;
        return copy;
    }

    SortedMap<Integer, Occupant> occupants() {
        return occupants;
    }

    /** Returns the paras that are scheduled in the open block, by core. */
    SortedMap<Integer, Integer> scheduled() {
        return scheduled;
    }

    @Nullable
    Unbacked unbacked(int para) {
        return unbacked.get(para);
    }

    /**
     * Takes note of an event, before the decisions on it.
     *
     * @param backed the cores that it names as backed, or null if no block ends with it
     */
    void event(@Nullable List<Integer> backed) {
        backing = backed;
    }

    void take(SpecificRecord decision) {
        if (decision instanceof CoreSchedule schedule) {
            starts(schedule);
        } else if (decision instanceof ClaimEvent claim) {
            settle();
            if (claim.getKind() == ClaimEventKind.DROPPED) {
                drop(claim.getPara());
            }
        } else if (decision instanceof ValidatorGroups) {
            settle();
            empty();
        } else if (decision instanceof CoreForecast) {
            settle();
        }
    }

    private void drop(int para) {
        Unbacked tried = unbacked.remove(para);
        if (tried != null) {
            givenUp(para, tried);
        }
    }

    private void starts(CoreSchedule schedule) {
        block = schedule.getBlock();
        scheduled.clear();
        for (FreedCore freed : schedule.getFreed()) {
            Occupant occupant = occupants.remove(freed.getCore());
            if (occupant != null) {
                free(occupant, freed.getReason() == FreedReason.CONCLUDED ? Ending.DONE : Ending.TIMED_OUT);
            }
        }
        for (CoreAssignment assignment : schedule.getAssignments()) {
            scheduled.put(assignment.getCore(), assignment.getPara());
            unbacked.computeIfAbsent(
                    assignment.getPara(), para -> new Unbacked(candidates.merge(para, 1, Integer::sum) - 1, 0));
        }
    }

    /** Backs the cores that the block's end has named, and counts a try of the others, once its end is decided. */
    private void settle() {
        if (backing == null) {
            return;
        }
        for (int core : backing) {
            Integer para = scheduled.remove(core);
            Unbacked tried = para == null ? null : unbacked.remove(para);
            if (para != null && tried != null) {
                watch.tried(para, tried.tries, Ending.DONE);
                occupants.put(core, new Occupant(para, occupations.merge(para, 1, Integer::sum) - 1, block));
            }
        }
        for (int para : scheduled.values()) {
            Unbacked tried = unbacked.get(para);
            if (tried != null) {
                tried.tries++;
            }
        }
        scheduled.clear();
        backing = null;
    }

    /** Frees all cores: a session does. */
    private void empty() {
        occupants.values().forEach(each -> free(each, Ending.CUT_OFF));
        occupants.clear();
    }

    private void free(Occupant occupant, Ending ending) {
        watch.occupied(occupant.para, block - occupant.since, ending);
    }

    private void givenUp(int para, Unbacked unbacked) {
        // it would have been backed with the next try at the earliest, so not after fewer tries than it had
        watch.tried(para, unbacked.tries - 1, Ending.CUT_OFF);
    }

    /** Ends the record. */
    void end() {
        empty();
        unbacked.forEach(this::givenUp);
        unbacked.clear();
    }
}
