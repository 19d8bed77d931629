package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A class of bots that agree in every trait that a known job requires: either all of them or none can run a given job.
 */
public final class Platform {

    final String instance;
    /** The traits of its bots that some job requires. */
    final Set<Trait> traits;

    final Set<Bot> bots = new LinkedHashSet<>();
    public final TreeSet<Bot> healthy = new TreeSet<>();

    /** Its bots that get jobs when they have room. */
    private final Set<Bot> inService = new LinkedHashSet<>();

    /** The kinds of jobs that its bots can run. */
    public final List<JobKind> kinds = new ArrayList<>();

    Platform(String instance, Set<Trait> traits) {
        this.instance = instance;
        this.traits = traits;
    }

    public boolean canRun(JobKind kind) {
        return Bot.serves(instance, kind.instance) && traits.containsAll(kind.traits);
    }

    public boolean hasBots() {
        return !bots.isEmpty();
    }

    /** Returns whether a bot gets jobs when it has room. */
    boolean isInService() {
        return !inService.isEmpty();
    }

    /** Updates whether a bot gets jobs when it has room; returns whether that was the first or last such bot. */
    boolean refresh(Bot bot, boolean serves) {
        boolean did = isInService();
        if (serves) {
            inService.add(bot);
        } else {
            inService.remove(bot);
        }
        return did != isInService();
    }

    void add(Bot bot) {
        bots.add(bot);
        bot.platform = this;
    }

    void remove(Bot bot) {
        bots.remove(bot);
        bot.platform = null;
    }
}
