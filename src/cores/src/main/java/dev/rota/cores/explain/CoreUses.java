package dev.rota.cores.explain;

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
import dev.rota.cores.explain.CoreUse.End;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Computes the uses of the cores in the latest blocks. A schedule contains the cores that are freed and assigned; the
 * others keep their occupants: a parachain whose candidate was backed, or a claim whose event states that it was
 * backed. For the last block, the latest forecast contains the occupants.
 */
public final class CoreUses<T> {
    /** A claim that was backed on a core in a block. */
    private record Backed(int core, long block) implements Comparable<Backed> {
        @Override
        public int compareTo(Backed other) {
            return core == other.core ? Long.compare(block, other.block) : Integer.compare(core, other.core);
        }
    }

    private final List<T> carriers;
    private final List<CoreSchedule> schedules;
    private final CoreForecast forecast;
    private final long nextSession;
    private final IntPredicate wanted;
    private final TreeSet<Backed> backed = new TreeSet<>();
    private final TreeMap<Integer, List<CoreUse<T>>> uses = new TreeMap<>();
    private final TreeMap<Integer, CoreUse<T>> open = new TreeMap<>();
    private int index;

    private CoreUses(
            List<T> carriers,
            Function<T, CoreSchedule> schedule,
            CoreForecast forecast,
            long nextSession,
            IntPredicate wanted) {
        this.carriers = carriers;
        this.schedules = carriers.stream().map(schedule).toList();
        this.forecast = forecast;
        this.nextSession = nextSession;
        this.wanted = wanted;
    }

    /**
     * Returns the uses of the wanted cores in order, by core; a core without uses is missing.
     *
     * @param carriers the objects that carry the schedules of the latest blocks, in order
     * @param claimEvents the events of the same blocks, of which those count that state that a claim was backed
     * @param forecast the latest forecast
     * @param nextSession the first block of the latest announced session, or -1 if none was announced
     */
    public static <T> SortedMap<Integer, List<CoreUse<T>>> of(
            List<T> carriers,
            Function<T, CoreSchedule> schedule,
            List<ClaimEvent> claimEvents,
            CoreForecast forecast,
            long nextSession,
            IntPredicate wanted) {
        CoreUses<T> uses = new CoreUses<>(carriers, schedule, forecast, nextSession, wanted);
        for (ClaimEvent event : claimEvents) {
            if (event.getKind() == ClaimEventKind.BACKED) {
                uses.backed.add(new Backed(Objects.requireNonNullElse(event.getCore(), -1), event.getBlock()));
            }
        }
        return uses.all();
    }

    private SortedMap<Integer, List<CoreUse<T>>> all() {
        int session = -1;
        for (index = 0; index < schedules.size(); index++) {
            CoreSchedule schedule = schedules.get(index);
            if (session >= 0 && schedule.getSession() != session) {
                closeAll(End.SESSION);
            }
            session = schedule.getSession();
            take(schedule, carriers.get(index));
        }
        end();
        return uses;
    }

    private void take(CoreSchedule schedule, T carrier) {
        TreeSet<Integer> named = new TreeSet<>();
        for (FreedCore freed : schedule.getFreed()) {
            int core = freed.getCore();
            if (wanted.test(core)) {
                End how = freed.getReason() == FreedReason.TIMED_OUT ? End.TIMED_OUT : End.CONCLUDED;
                CoreUse<T> before = open.remove(core);
                CoreUse<T> use = before == null ? sinceBefore(core, freed.getPara(), false, "") : before;
                add(use.until(index, how, carrier));
            }
        }
        for (CoreAssignment assigned : schedule.getAssignments()) {
            int core = assigned.getCore();
            if (wanted.test(core)) {
                close(core, End.NOT_BACKED, carrier);
                open.put(core, begun(assigned, carrier));
                named.add(core);
            }
        }
        for (int core : List.copyOf(open.keySet())) {
            if (!named.contains(core) && isGone(Objects.requireNonNull(open.get(core)))) {
                close(core, End.NOT_BACKED, carrier);
            }
        }
    }

    /** Returns whether a claim was scheduled and not backed, and nothing was scheduled on its core in the block after. */
    private boolean isGone(CoreUse<T> use) {
        return use.isClaim() && use.began() != null && use.from() < index && !isBacked(use);
    }

    private boolean isBacked(CoreUse<T> use) {
        return backed.contains(new Backed(use.core(), block(use.from())));
    }

    private long block(int index) {
        return schedules.get(index).getBlock();
    }

    private CoreUse<T> begun(CoreAssignment assigned, T carrier) {
        return new CoreUse<>(
                assigned.getCore(),
                assigned.getPara(),
                assigned.getKind() == AssignmentKind.PARATHREAD,
                text(assigned.getCollator()),
                assigned.getRetries(),
                assigned.getGroup(),
                index,
                index,
                End.SCHEDULED,
                carrier,
                null);
    }

    private CoreUse<T> sinceBefore(int core, int para, boolean isClaim, String collator) {
        return new CoreUse<>(core, para, isClaim, collator, 0, -1, 0, 0, End.OCCUPIED, null, null);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private void closeAll(End how) {
        for (int core : List.copyOf(open.keySet())) {
            CoreUse<T> use = Objects.requireNonNull(open.get(core));
            boolean notBacked = use.isClaim() && use.began() != null && !isBacked(use);
            close(core, notBacked ? End.NOT_BACKED : how, null);
        }
    }

    private void close(int core, End how, @Nullable T by) {
        CoreUse<T> use = open.remove(core);
        if (use != null) {
            add(use.until(index, how, by));
        }
    }

    private void add(CoreUse<T> use) {
        if (use.to() > use.from()) {
            uses.computeIfAbsent(use.core(), core -> new ArrayList<>()).add(use);
        }
    }

    /** Ends the last block: once it has ended, the forecast of the next one contains the occupied cores. */
    private void end() {
        boolean ended = index > 0 && forecast.getBlock() > block(index - 1);
        TreeSet<Integer> occupied = new TreeSet<>();
        for (CoreOutlook outlook : forecast.getCores()) {
            int core = outlook.getCore();
            if (wanted.test(core) && outlook.getState() == CoreState.OCCUPIED) {
                occupied.add(core);
                if (isBeforeAll(outlook) && !open.containsKey(core) && !uses.containsKey(core)) {
                    String collator = text(outlook.getCollator());
                    open.put(
                            core,
                            sinceBefore(
                                    core, Objects.requireNonNull(outlook.getPara()), !collator.isEmpty(), collator));
                }
            }
        }
        for (int core : List.copyOf(open.keySet())) {
            CoreUse<T> use = Objects.requireNonNull(open.get(core));
            close(core, ended ? afterEnd(use, occupied.contains(core)) : inOpen(use), null);
        }
    }

    private End inOpen(CoreUse<T> use) {
        return use.from() == index - 1 && use.began() != null ? End.SCHEDULED : End.OCCUPIED;
    }

    private End afterEnd(CoreUse<T> use, boolean isOccupied) {
        if (isOccupied) {
            return End.OCCUPIED;
        }
        // a session that begins with the next block empties the cores; no event states what a parachain did just
        // before
        boolean wasBacked =
                use.isClaim() ? isBacked(use) : use.from() < index - 1 || nextSession == block(index - 1) + 1;
        return wasBacked ? End.SESSION : End.NOT_BACKED;
    }

    private boolean isBeforeAll(CoreOutlook outlook) {
        return index > 0 && Objects.requireNonNull(outlook.getOccupiedSince()) < block(0);
    }
}
