package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Platform;
import java.util.List;

/**
 * The bots that a job may be assigned to: matching bots, numbered by id, at least one of them healthy. The bot to avoid
 * is left out unless it is the only healthy one.
 */
final class Candidates {

    private final Bot first;
    private final List<Bot> matching;

    /** The index of the bot to avoid, or a larger number if it does not match. */
    private final int hole;

    private Candidates(Bot first, List<Bot> matching, int hole) {
        this.first = first;
        this.matching = matching;
        this.hole = hole;
    }

    /** Returns the candidates for a job, or null if no healthy bot matches. */
    static @Nullable Candidates of(Farm farm, Job job) {
        Bot avoided = null;
        Bot first = firstHealthy(job.kind, job.avoid);
        if (first == null) {
            first = firstHealthy(job.kind, null);
        } else if (job.avoid != null) {
            avoided = farm.bot(job.avoid);
        }
        if (first == null) {
            return null;
        }
        List<Bot> matching = job.kind.matching(farm.platforms.version());
        int hole = avoided == null || avoided.platform == null || !avoided.platform.canRun(job.kind)
                ? matching.size()
                : matching.indexOf(avoided);
        return new Candidates(first, matching, hole);
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

    /** Returns the first healthy candidate by id. */
    Bot first() {
        return first;
    }

    /** Returns the number of candidates, healthy or not. */
    int count() {
        return hole < matching.size() ? matching.size() - 1 : matching.size();
    }

    /** Returns the candidate with a number below {@link #count}. */
    Bot get(int number) {
        return matching.get(number < hole ? number : number + 1);
    }
}
