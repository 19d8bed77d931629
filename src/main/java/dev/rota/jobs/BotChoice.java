package dev.rota.jobs;

import dev.rota.engine.Nullable;
import dev.rota.engine.StepRandom;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Platform;
import java.util.BitSet;
import java.util.List;

/** Chooses the bot for a job among the healthy matching ones. */
final class BotChoice {

    /** The chosen bot and the strategy that found it. */
    record Chosen(Bot bot, Strategy strategy) {}

    private final Farm farm;

    BotChoice(Farm farm) {
        this.farm = farm;
    }

    /** The bot for a job; null if no healthy one matches. The bot to avoid is excluded unless it is the only one. */
    @Nullable
    Chosen of(Job job) {
        Bot first = firstHealthy(job.kind, job.avoid);
        Bot avoided = null;
        if (first == null) {
            first = firstHealthy(job.kind, null);
        } else if (job.avoid != null) {
            avoided = farm.bot(job.avoid);
        }
        if (first == null) {
            return null;
        }
        Sampling sampling = farm.policy().getSampling();
        Bot sampled = sampling == null ? null : sampled(job, avoided, sampling);
        return sampled == null ? new Chosen(first, Strategy.CAPACITY) : new Chosen(sampled, Strategy.SAMPLING);
    }

    private static @Nullable Bot firstHealthy(JobKind kind, @Nullable String avoid) {
        Bot first = null;
        for (Platform platform : kind.platforms) {
            Bot bot = platform.healthy.isEmpty() ? null : platform.healthy.first();
            if (bot != null && bot.id.equals(avoid)) {
                bot = platform.healthy.higher(bot);
            }
            if (bot != null && (first == null || bot.compareTo(first) < 0)) {
                first = bot;
            }
        }
        return first;
    }

    /** The best bot of the first sample that has a healthy one; null if none has. */
    private @Nullable Bot sampled(Job job, @Nullable Bot avoided, Sampling sampling) {
        List<Bot> matching = job.kind.matching(farm.platforms().version());
        int hole = avoided == null || avoided.platform == null || !avoided.platform.canRun(job.kind)
                ? matching.size()
                : matching.indexOf(avoided);
        int count = hole < matching.size() ? matching.size() - 1 : matching.size();
        int size = Math.min(sampling.getSampleSize(), count);
        for (int round = 0; round < sampling.getMaxAttempts(); round++) {
            Bot best = best(job, matching, hole, draw(size, count), sampling);
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    /**
     * {@code size} distinct numbers below {@code count}, by Floyd's algorithm; draws no random numbers if it is all
     * of them.
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

    private @Nullable Bot best(Job job, List<Bot> matching, int hole, BitSet drawn, Sampling weights) {
        Bot best = null;
        double bestScore = 0;
        for (int i = drawn.nextSetBit(0); i >= 0; i = drawn.nextSetBit(i + 1)) {
            Bot bot = matching.get(i < hole ? i : i + 1);
            if (bot.isHealthy()) {
                double score = score(job, bot, weights);
                if (best == null || score > bestScore) {
                    best = bot;
                    bestScore = score;
                }
            }
        }
        return best;
    }

    private double score(Job job, Bot bot, Sampling weights) {
        boolean hit = job.hint != null && bot.hasHint(job.hint, farm.policy().getLocalityHints());
        return bot.priority * weights.getPriorityWeight()
                + bot.spare() * weights.getCapacityWeight()
                + (hit ? 1 : 0) * weights.getLocalityWeight();
    }
}
