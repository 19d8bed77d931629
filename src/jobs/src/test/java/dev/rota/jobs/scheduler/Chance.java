package dev.rota.jobs.scheduler;

import java.util.List;

/** Supplies the random draws, which a model cannot predict. */
public interface Chance {

    /** Makes no random draws, for histories in which percentages are 0 or 100 and a sample takes every bot. */
    Chance NONE = new Chance() {
        @Override
        public int percent() {
            throw new IllegalStateException("expected a history without chance, but a percentage is drawn");
        }

        @Override
        public List<NaiveBot> draw(List<NaiveBot> bots, int size) {
            throw new IllegalStateException("expected a history without chance, but bots are drawn");
        }
    };

    /** Returns a number that is uniformly distributed in 1..100. */
    int percent();

    /** Draws {@code size} different bots. */
    List<NaiveBot> draw(List<NaiveBot> bots, int size);
}
