package dev.rota.shards.scheduler;

import dev.rota.testing.Dice;

/** Chooses the time of the next moment: often now, and often exactly at a deadline or a millisecond before or after. */
final class RandomTimes {

    private static final long HOUR_MS = 3_600_000;

    private final Dice dice;
    private final Profile profile;
    private final NaivePool model;
    private long time = 1_000;

    RandomTimes(Dice dice, Profile profile, NaivePool model) {
        this.dice = dice;
        this.profile = profile;
        this.model = model;
    }

    /** Returns a time, which may be earlier than the last one. */
    long next() {
        time = candidate();
        return time;
    }

    private long candidate() {
        int lot = dice.below(profile.isTimely() ? 100 : 84);
        if (lot < 32) {
            return time;
        } else if (lot < 52) {
            return time + 1;
        } else if (lot < 74) {
            return time + dice.below(60);
        } else if (lot < 78) {
            return time + dice.of(100L, 500L, 1_000L);
        } else if (lot < 80) {
            return Math.max(0, time - dice.of(1L, 20L, 1_000L));
        } else if (lot < 97) {
            return profile.isTimely() || dice.oneIn(8) ? beside(model.nextDue()) : time + 2;
        } else if (lot < 98) {
            return Math.max(0, time - dice.of(1L, 500L, 100_000L));
        }
        return time + dice.of(3_000L, 10_000L, 60_000L, HOUR_MS);
    }

    /** Returns mostly the time itself, else a millisecond before or after, but never a time far from now. */
    private long beside(long due) {
        return due > time + HOUR_MS ? time : Math.max(time, due + dice.of(0L, 0L, 0L, -1L, 1L));
    }
}
