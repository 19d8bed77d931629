package dev.rota.chunks.scheduler;

import dev.rota.testing.Dice;
import java.util.List;

/** Chooses the time of the next moment: often now, and often exactly at a deadline or a millisecond before or after. */
final class RandomTimes {

    private final Dice dice;
    private final Profile profile;
    private final NaiveNetwork model;
    private long time = 1_000;

    RandomTimes(Dice dice, Profile profile, NaiveNetwork model) {
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
        boolean timely = profile == Profile.WORKERS || profile == Profile.SCHEDULE || profile == Profile.CHAOS;
        int lot = dice.below(timely ? 100 : 60);
        if (lot < 28) {
            return time;
        } else if (lot < 42) {
            return time + 1;
        } else if (lot < 57) {
            return time + dice.of(100L, 999L, 1_000L, 2_500L);
        } else if (lot < 58) {
            return Math.max(0, time - dice.of(1L, 1_000L, 100_000L));
        } else if (lot < 76) {
            return beside(model.nextDue());
        } else if (lot < 79) {
            return beside(silence());
        } else if (lot < 90) {
            return time + dice.of(7_000L, 20_000L, 60_000L, 61_500L);
        } else if (lot < 94) {
            return time + dice.of(600_000L, 3_600_000L, 7_123_456L);
        } else if (lot < 99) {
            return Math.max(0, time - dice.of(1L, 500L, 10_000L, 100_000L));
        }
        return time + (1 + dice.below(3)) * NaiveWorkers.DAY_MS;
    }

    /** Returns mostly the time itself, else a millisecond before or after, but never a time far from now. */
    private long beside(long due) {
        return due > time + 10 * NaiveWorkers.DAY_MS ? time : Math.max(time, due + dice.of(0L, 0L, 0L, -1L, 1L));
    }

    /** Returns when a worker has been silent for a day. */
    private long silence() {
        List<NaiveWorker> workers = model.workers().all();
        return workers.isEmpty() ? time : dice.of(workers).lastPing + NaiveWorkers.DAY_MS;
    }
}
