package dev.rota.jobs.scheduler;

import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Chooses the time of the next moment: often now, and often exactly at a deadline or a millisecond before or after. */
final class RandomTimes {

    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60L * 60 * 1000;

    /** The limit of looks that the model may take at waiting jobs in one gap. Each look is a step of the model. */
    private static final long LOOKS_MAX = 6_000;

    private final Dice dice;
    private final Profile profile;
    private final NaiveFarm farm;
    private final List<Long> past = new ArrayList<>(List.of(1_000L));

    RandomTimes(Dice dice, Profile profile, NaiveFarm farm) {
        this.dice = dice;
        this.profile = profile;
        this.farm = farm;
    }

    /**
     * Returns a time that may be before an event, but not before a tick: the model takes a step for a look that can
     * only fail, and the scheduler takes none.
     */
    long next(boolean afterTick) {
        long now = past.get(past.size() - 1);
        long next = Math.max(afterTick ? now : 0, candidate(now));
        if (looks(next - now) > LOOKS_MAX) {
            next = now + 1;
        }
        if (next > now) {
            past.add(next);
        }
        return next;
    }

    /** Advances to a time and returns true if it is in the future and near enough for the model. */
    boolean jump(long time) {
        long now = past.get(past.size() - 1);
        boolean possible = time > now && looks(time - now) <= LOOKS_MAX;
        if (possible) {
            past.add(time);
        }
        return possible;
    }

    private long candidate(long now) {
        if (dice.oneIn(25)) {
            return beside(timeOver(now), now);
        }
        int lot = dice.below(profile == Profile.PREEMPTION || profile == Profile.CHAOS ? 100 : 85);
        if (lot < 28) {
            return now;
        } else if (lot < 44) {
            return now + 1;
        } else if (lot < 58) {
            return now + 1 + dice.below(200);
        } else if (lot < 68) {
            return beside(nextLook(now), now);
        } else if (lot < 76) {
            return beside(multiple(now), now);
        } else if (lot < 82) {
            return now + dice.of(1_000L, 3_000L, 5_000L, 7_000L);
        } else if (lot < 85) {
            return now + dice.of(20_000L, 60_000L);
        } else if (lot < 88) {
            return beside(rightToPreempt(now), now);
        } else if (lot < 91) {
            return beside(deadline(now), now);
        } else if (lot < 94) {
            return beside(acknowledged(now), now);
        } else if (lot < 96) {
            return now + (1 + dice.below(12)) * 5_000L;
        } else if (lot < 98) {
            return now - dice.of(1L, 500L, 10_000L);
        }
        return dice.oneIn(2) ? now + HOUR_MS * (1 + dice.below(4)) : beside(dice.of(past) + 24 * HOUR_MS, now);
    }

    /** Returns mostly the time itself, else a millisecond before or after, but never a time before now. */
    private long beside(long time, long now) {
        return Math.max(now, time + dice.of(0L, 0L, 0L, -1L, 1L));
    }

    private long nextLook(long now) {
        return farm.queued().stream()
                .mapToLong(job -> job.scheduleAfter)
                .filter(look -> look > now)
                .min()
                .orElse(now);
    }

    /** Returns a time some backoffs after a past moment. */
    private long multiple(long now) {
        long backoff = Math.max(1_000, farm.policy.getFailureBackoffMs());
        long from = dice.of(past.subList(Math.max(0, past.size() - 10), past.size()));
        long missed = Math.max(0, now - from + backoff - 1) / backoff;
        return from + (missed + dice.below(4)) * backoff;
    }

    private long rightToPreempt(long now) {
        Long least = farm.policy.getMinRunMs();
        if (least != null && dice.oneIn(2)) {
            return farm.jobs.stream()
                    .filter(job -> job.bot != null)
                    .mapToLong(job -> job.assignedAt + least)
                    .filter(time -> time > now)
                    .min()
                    .orElse((now / MINUTE_MS + 1) * MINUTE_MS);
        }
        List<NaiveJob> queued = farm.queued();
        return queued.isEmpty() ? now : dice.of(queued).queuedAt + farm.policy.getPreemptionDelayMs();
    }

    private long deadline(long now) {
        return farm.bots.stream()
                .min(Comparator.comparingLong(bot -> bot.deadline))
                .map(bot -> bot.deadline)
                .orElse(now);
    }

    private long timeOver(long now) {
        return farm.jobs.stream()
                .mapToLong(farm::over)
                .filter(over -> over > now && over < now + 5 * HOUR_MS)
                .min()
                .orElse(now);
    }

    private long acknowledged(long now) {
        return farm.jobs.stream()
                .filter(job -> job.bot != null)
                .mapToLong(job -> job.assignedAt + farm.policy.getLeaseAckMs())
                .findFirst()
                .orElse(now);
    }

    /**
     * Returns how many looks a gap costs the model. Running jobs count too, since bots that time out in the gap queue
     * them.
     */
    private long looks(long gap) {
        long backoff = farm.policy.getFailureBackoffMs();
        return backoff == 0 ? 0 : farm.jobs.size() * (gap / backoff);
    }
}
