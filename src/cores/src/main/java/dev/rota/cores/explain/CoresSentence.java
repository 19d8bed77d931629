package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ValidatorDuties;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.text.Phrases;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** Formats decisions of the cores scheduler as sentences. */
public final class CoresSentence {

    private CoresSentence() {}

    public static String of(SpecificRecord decision) {
        if (decision instanceof CoreSchedule schedule) {
            return schedule(schedule);
        } else if (decision instanceof CoreForecast forecast) {
            return forecast(forecast);
        } else if (decision instanceof ValidatorGroups groups) {
            return "session " + groups.getSession() + " begins at block " + groups.getStartBlock() + ": "
                    + groups.getValidators().size() + " validators in "
                    + groups.getGroups().size() + " groups";
        } else if (decision instanceof ValidatorDuties duties) {
            return duties(duties);
        }
        return decision instanceof ClaimEvent event
                ? claim(event)
                : decision.getSchema().getName();
    }

    private static String schedule(CoreSchedule schedule) {
        long timedOut = schedule.getFreed().stream()
                .filter(core -> core.getReason() == FreedReason.TIMED_OUT)
                .count();
        return "block " + schedule.getBlock() + ": "
                + Phrases.count(schedule.getAssignments().size(), "core") + " assigned, "
                + (schedule.getFreed().size() - timedOut) + " concluded, " + timedOut + " timed out";
    }

    private static String forecast(CoreForecast forecast) {
        long occupied = forecast.getCores().stream()
                .filter(core -> core.getState() == CoreState.OCCUPIED)
                .count();
        return "after block " + forecast.getBlock() + " " + occupied + " of "
                + Phrases.count(forecast.getCores().size(), "core") + " are occupied; groups rotate at block "
                + forecast.getNextRotationAt()
                + (forecast.getQueued() == 0
                        ? ""
                        : "; " + Phrases.count(forecast.getQueued(), "claim") + " queued" + last(forecast));
    }

    /**
     * Returns a phrase with the block in which the last of the queued claims is expected, if the forecast contains it.
     */
    private static String last(CoreForecast forecast) {
        return forecast.getClaims().stream()
                .map(ClaimOutlook::getExpectedBlock)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .map(block -> ", the last one expected on its core in block " + block)
                .orElse("");
    }

    private static String duties(ValidatorDuties duties) {
        List<DutyStretch> stretches = duties.getStretches();
        if (stretches.isEmpty()) {
            return "session " + duties.getSession() + " has no duties";
        }
        Long to = stretches.get(stretches.size() - 1).getTo();
        return "duties of " + Phrases.count(duties.getGroups().size(), "group") + " of session " + duties.getSession()
                + " from block " + stretches.get(0).getFrom() + (to == null ? " on" : " to block " + to);
    }

    private static String claim(ClaimEvent event) {
        String claim = "the claim of " + event.getCollator() + " for para " + event.getPara();
        String core = event.getCore() == null ? "" : " core " + event.getCore();
        String pinned = core.isEmpty() ? "" : " for" + core;
        String why = event.getReason().isEmpty() ? "" : ": " + event.getReason();
        return switch (event.getKind()) {
            case QUEUED -> claim + " is queued" + pinned;
            case SCHEDULED -> claim + " is scheduled on" + core;
            case BACKED -> claim + " was backed and occupies" + core;
            case RETURNED -> claim + " is queued again" + pinned + ", retry " + event.getRetries();
            case TIMED_OUT -> claim + " timed out and is queued again" + pinned + ", retry " + event.getRetries();
            case REPINNED ->
                claim + " is pinned to" + core + " by a session, and no longer to core " + event.getReason();
            case CONCLUDED -> claim + " concluded on" + core;
            case DROPPED -> claim + " was dropped" + why;
        };
    }
}
