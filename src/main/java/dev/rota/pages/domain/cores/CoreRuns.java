package dev.rota.pages.domain.cores;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.Run.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * What was on the cores in the latest blocks. A schedule says what is freed and given away; what it does not mention
 * stays as it was: a parachain whose candidate was backed, or a claim of which an event says so. The latest forecast
 * says it of the last block.
 */
final class CoreRuns {
    /** An event that says that a claim was backed. */
    private record Backed(int core, long block) implements Comparable<Backed> {
        @Override
        public int compareTo(Backed other) {
            return core == other.core ? Long.compare(block, other.block) : Integer.compare(core, other.core);
        }
    }

    private final ChainFacts chain;
    private final IntPredicate wanted;
    private final TreeSet<Backed> backed = new TreeSet<>();
    private final TreeMap<Integer, List<Run>> runs = new TreeMap<>();
    private final TreeMap<Integer, Run> open = new TreeMap<>();
    private int column;

    private CoreRuns(ChainFacts chain, IntPredicate wanted) {
        this.chain = chain;
        this.wanted = wanted;
    }

    /** The runs of the wanted cores in order, by core; a core on which nothing was is missing. */
    static SortedMap<Integer, List<Run>> of(ChainFacts chain, IntPredicate wanted, List<Decided> claimEvents) {
        CoreRuns runs = new CoreRuns(chain, wanted);
        for (Decided event : claimEvents) {
            if (event.as(ClaimEvent.class).getKind() == ClaimEventKind.BACKED) {
                runs.backed.add(new Backed(
                        Objects.requireNonNullElse(event.as(ClaimEvent.class).getCore(), -1),
                        event.as(ClaimEvent.class).getBlock()));
            }
        }
        return runs.all();
    }

    private SortedMap<Integer, List<Run>> all() {
        List<Decided> blocks = chain.blocks();
        int session = -1;
        for (column = 0; column < blocks.size(); column++) {
            CoreSchedule schedule = blocks.get(column).as(CoreSchedule.class);
            if (session >= 0 && schedule.getSession() != session) {
                closeAll(End.SESSION);
            }
            session = schedule.getSession();
            take(blocks.get(column));
        }
        end();
        return runs;
    }

    private void take(Decided schedule) {
        TreeSet<Integer> named = new TreeSet<>();
        for (FreedCore freed : schedule.as(CoreSchedule.class).getFreed()) {
            int core = freed.getCore();
            if (wanted.test(core)) {
                End how = freed.getReason() == FreedReason.TIMED_OUT ? End.TIMED_OUT : End.CONCLUDED;
                Run before = open.remove(core);
                Run run = before == null ? sinceBefore(core, freed.getPara(), false, "") : before;
                add(run.until(column, how, schedule));
            }
        }
        for (CoreAssignment assigned : schedule.as(CoreSchedule.class).getAssignments()) {
            int core = assigned.getCore();
            if (wanted.test(core)) {
                close(core, End.NOT_BACKED, schedule);
                open.put(core, begun(assigned, schedule));
                named.add(core);
            }
        }
        for (int core : List.copyOf(open.keySet())) {
            if (!named.contains(core) && isGone(Objects.requireNonNull(open.get(core)))) {
                close(core, End.NOT_BACKED, schedule);
            }
        }
    }

    /** Whether a claim was scheduled and not backed, and nothing was scheduled on its core in the block after. */
    private boolean isGone(Run run) {
        return run.isClaim() && run.began() != null && run.from() < column && !isBacked(run);
    }

    private boolean isBacked(Run run) {
        return backed.contains(new Backed(run.core(), chain.block(run.from())));
    }

    private Run begun(CoreAssignment assigned, Decided schedule) {
        return new Run(
                assigned.getCore(),
                assigned.getPara(),
                assigned.getKind() == AssignmentKind.PARATHREAD,
                text(assigned.getCollator()),
                assigned.getRetries(),
                assigned.getGroup(),
                column,
                column,
                End.SCHEDULED,
                schedule,
                null);
    }

    private static Run sinceBefore(int core, int para, boolean isClaim, String collator) {
        return new Run(core, para, isClaim, collator, 0, -1, 0, 0, End.OCCUPIED, null, null);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private void closeAll(End how) {
        for (int core : List.copyOf(open.keySet())) {
            Run run = Objects.requireNonNull(open.get(core));
            boolean notBacked = run.isClaim() && run.began() != null && !isBacked(run);
            close(core, notBacked ? End.NOT_BACKED : how, null);
        }
    }

    private void close(int core, End how, @Nullable Decided by) {
        Run run = open.remove(core);
        if (run != null) {
            add(run.until(column, how, by));
        }
    }

    private void add(Run run) {
        if (run.to() > run.from()) {
            runs.computeIfAbsent(run.core(), core -> new ArrayList<>()).add(run);
        }
    }

    /** The last block: once it has ended, the forecast of the next one says which cores are occupied. */
    private void end() {
        CoreForecast forecast = chain.forecast();
        boolean ended = column > 0 && forecast.getBlock() > chain.block(column - 1);
        TreeSet<Integer> occupied = new TreeSet<>();
        for (CoreOutlook outlook : forecast.getCores()) {
            int core = outlook.getCore();
            if (wanted.test(core) && outlook.getState() == CoreState.OCCUPIED) {
                occupied.add(core);
                if (isBeforeAll(outlook) && !open.containsKey(core) && !runs.containsKey(core)) {
                    String collator = text(outlook.getCollator());
                    open.put(
                            core,
                            sinceBefore(
                                    core, Objects.requireNonNull(outlook.getPara()), !collator.isEmpty(), collator));
                }
            }
        }
        for (int core : List.copyOf(open.keySet())) {
            Run run = Objects.requireNonNull(open.get(core));
            close(core, ended ? afterEnd(run, occupied.contains(core)) : inOpen(run), null);
        }
    }

    private End inOpen(Run run) {
        return run.from() == column - 1 && run.began() != null ? End.SCHEDULED : End.OCCUPIED;
    }

    private End afterEnd(Run run, boolean isOccupied) {
        if (isOccupied) {
            return End.OCCUPIED;
        }
        // a session that begins with the next block empties the cores; of a parachain nothing says what it did just
        // before
        boolean wasBacked = run.isClaim()
                ? isBacked(run)
                : run.from() < column - 1 || chain.beginsSessionAfter(chain.block(column - 1));
        return wasBacked ? End.SESSION : End.NOT_BACKED;
    }

    private boolean isBeforeAll(CoreOutlook outlook) {
        return column > 0 && Objects.requireNonNull(outlook.getOccupiedSince()) < chain.block(0);
    }
}
