package dev.rota.testing;

import java.util.List;
import java.util.Random;

/** Makes seeded random choices for random histories. */
public final class Dice {

    private final Random random;

    public Dice(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a number from 0 to one below the bound. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    public boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    /** Returns true with this probability in percent. */
    public boolean percent(int chances) {
        return random.nextInt(100) < chances;
    }

    @SafeVarargs
    public final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    public <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns a random index, with probabilities proportional to the weights. */
    public int weighted(List<Integer> weights) {
        int lot = random.nextInt(weights.stream().mapToInt(Integer::intValue).sum());
        int index = 0;
        while (lot >= weights.get(index)) {
            lot -= weights.get(index);
            index++;
        }
        return index;
    }
}
