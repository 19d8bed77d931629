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
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Follows the decisions about a core: why it was freed last, and what happened in one block. */
final class CoreHistory {

    private final int core;
    private final @Nullable Long asked;

    /** The core in the latest forecast, or null if that had no such core. */
    private @Nullable CoreOutlook outlook;

    private @Nullable String lastFreed;

    /** The schedule of the block in question, and what was known before it. */
    private @Nullable CoreSchedule schedule;

    private @Nullable CoreOutlook before;
    private @Nullable String freedWhy;
    private @Nullable String dropped;
    private boolean backed;
    private boolean ended;
    private boolean sessionBegan;

    CoreHistory(int core, @Nullable Long asked) {
        this.core = core;
        this.asked = asked;
    }

    void decided(Decision decision) {
        if (decision.value() instanceof CoreSchedule next) {
            schedule(next);
        } else if (decision.value() instanceof CoreForecast next) {
            forecast(next);
        } else if (decision.value() instanceof ClaimEvent event
                && isAsked(event.getBlock())
                && Objects.equals(event.getCore(), core)) {
            claim(event);
        } else if (decision.value() instanceof ValidatorGroups groups && isAsked(groups.getStartBlock() - 1)) {
            sessionBegan = true;
        }
    }

    private boolean isAsked(long block) {
        return asked != null && asked == block;
    }

    private void schedule(CoreSchedule next) {
        FreedCore freed = freed(next);
        String why = freed == null ? null : why(freed, next.getBlock());
        if (why != null) {
            lastFreed = "it was freed last in block " + next.getBlock() + ", when " + why;
        }
        if (isAsked(next.getBlock())) {
            schedule = next;
            before = outlook;
            freedWhy = why;
        }
    }

    private void forecast(CoreForecast next) {
        outlook = core < next.getCores().size() ? next.getCores().get(core) : null;
        if (isAsked(next.getBlock() - 1)) {
            ended = true;
            backed |= outlook != null && Objects.equals(outlook.getOccupiedSince(), asked);
        }
    }

    private void claim(ClaimEvent event) {
        if (event.getKind() == ClaimEventKind.BACKED) {
            backed = true;
        } else if (event.getKind() == ClaimEventKind.DROPPED && schedule == null) {
            // after the block's schedule a session drops what is queued, which was not on the core
            dropped = BlockPhrases.candidate(event.getPara(), event.getCollator())
                    + ", scheduled on it before and not backed, was dropped: " + event.getReason();
        }
    }

    private @Nullable FreedCore freed(CoreSchedule of) {
        return of.getFreed().stream()
                .filter(each -> each.getCore() == core)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns why a core was freed. The forecast before contains since when it was occupied and when it would time out.
     */
    private String why(FreedCore freed, long block) {
        CoreOutlook then = outlook != null && outlook.getState() == CoreState.OCCUPIED ? outlook : null;
        String candidate = "the candidate of para " + freed.getPara()
                + (then == null ? "" : ", backed in block " + then.getOccupiedSince() + ",");
        if (freed.getReason() == FreedReason.CONCLUDED) {
            return candidate + " became available";
        }
        Long timeOut = then == null ? null : then.getTimeOutAt();
        if (timeOut == null) {
            return candidate + " timed out";
        }
        return candidate + " timed out: "
                + (block < timeOut
                        ? "the chain reported it, although by the availability predicate it had until block " + timeOut
                        : "it was not available before block " + timeOut
                                + ", the first one at which the availability predicate times it out");
    }

    /** Returns why the core was freed last, or null if the decisions contain no such event. */
    @Nullable
    String lastFreed() {
        return lastFreed;
    }

    /**
     * Returns what happened in the block in question, or null if it did not start, or the chain had no such core then.
     */
    @Nullable
    Answer inBlock() {
        if (schedule == null) {
            return null;
        }
        FreedCore freed = freed(schedule);
        CoreAssignment assignment = schedule.getAssignments().stream()
                .filter(each -> each.getCore() == core)
                .findFirst()
                .orElse(null);
        if (freed == null && assignment == null && before == null) {
            return null;
        }
        List<String> facts = new ArrayList<>();
        if (dropped != null) {
            facts.add(dropped);
        }
        if (freedWhy != null) {
            facts.add("it was freed, because " + freedWhy);
        }
        facts.add(assignment == null ? unassigned() : assigned(assignment));
        if (sessionBegan) {
            facts.add("a session began with the next block, which emptied all cores");
        }
        return new Answer(
                state(freed, assignment),
                "in block " + schedule.getBlock() + " core " + core + ": " + String.join("; ", facts));
    }

    private String state(@Nullable FreedCore freed, @Nullable CoreAssignment assignment) {
        if (freed != null) {
            return freed.getReason().name();
        }
        if (assignment != null) {
            return backed ? "BACKED" : "SCHEDULED";
        }
        return isOccupied() ? "OCCUPIED" : "FREE";
    }

    /** Returns whether it was occupied before the block, and is not freed by it. */
    private boolean isOccupied() {
        return freedWhy == null && before != null && before.getState() == CoreState.OCCUPIED;
    }

    private String unassigned() {
        if (!isOccupied() || before == null) {
            return "nothing was scheduled on it";
        }
        return "it stayed occupied by para " + before.getPara() + ", backed in block " + before.getOccupiedSince()
                + ", which could time out from block " + before.getTimeOutAt() + " on";
    }

    private String assigned(CoreAssignment assignment) {
        return "it was scheduled to " + BlockPhrases.candidate(assignment.getPara(), assignment.getCollator())
                + " with group " + assignment.getGroup() + outcome(assignment);
    }

    /**
     * Returns how an assignment ended. No event states that a parachain's candidate was backed, and a session empties
     * the cores before the forecast.
     */
    private String outcome(CoreAssignment assignment) {
        if (backed) {
            return " and backed";
        }
        if (!ended) {
            return " and waits to be backed";
        }
        return sessionBegan && assignment.getKind() == AssignmentKind.PARACHAIN ? "" : " and not backed";
    }
}
