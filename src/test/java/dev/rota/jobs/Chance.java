package dev.rota.jobs;

import java.util.List;

/** The random draws, which a model cannot predict. */
public interface Chance {

    /** For histories without random draws: percentages are 0 or 100, and a sample takes every bot. */
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

    /** Uniform in 1..100. */
    int percent();

    /** Draws this many different bots. */
    List<NaiveBot> draw(List<NaiveBot> bots, int size);
}
