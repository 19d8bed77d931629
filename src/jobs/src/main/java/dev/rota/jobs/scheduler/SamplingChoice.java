package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.engine.StepRandom;
import dev.rota.jobs.Sampling;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import java.util.BitSet;

/** Chooses the bot with the best score in a sample of the matching bots. */
final class SamplingChoice {

    private final Farm farm;
    private final Sampling sampling;

    SamplingChoice(Farm farm, Sampling sampling) {
        this.farm = farm;
        this.sampling = sampling;
    }

    /** Returns the best bot of the first sample with a healthy bot, or null if none has one. */
    @Nullable
    Bot choose(Job job, Candidates candidates) {
        int size = Math.min(sampling.getSampleSize(), candidates.count());
        for (int round = 0; round < sampling.getMaxAttempts(); round++) {
            Bot best = best(job, candidates, draw(size, candidates.count()));
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    /**
     * Draws {@code size} distinct numbers below {@code count} by Floyd's algorithm; draws no random number if they are
     * all.
     */
    private BitSet draw(int size, int count) {
        BitSet drawn = new BitSet(count);
        if (size == count) {
            drawn.set(0, count);
            return drawn;
        }
        StepRandom random = farm.step().random();
        for (int top = count - size; top < count; top++) {
            int one = random.nextInt(top + 1);
            drawn.set(drawn.get(one) ? top : one);
        }
        return drawn;
    }

    private @Nullable Bot best(Job job, Candidates candidates, BitSet drawn) {
        Bot best = null;
        double bestScore = 0;
        for (int i = drawn.nextSetBit(0); i >= 0; i = drawn.nextSetBit(i + 1)) {
            Bot bot = candidates.get(i);
            if (bot.isHealthy()) {
                double score = score(job, bot);
                if (best == null || score > bestScore) {
                    best = bot;
                    bestScore = score;
                }
            }
        }
        return best;
    }

    private double score(Job job, Bot bot) {
        boolean hit = job.hint != null && bot.hasHint(job.hint, farm.policy().getLocalityHints());
        return bot.priority * sampling.getPriorityWeight()
                + bot.spare() * sampling.getCapacityWeight()
                + (hit ? 1 : 0) * sampling.getLocalityWeight();
    }
}
