package dev.rota.jobs.farm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An index of the bots that can run each kind of jobs. Bots are distinguished only by traits that jobs require: a farm
 * whose bots each report a host name is one platform until a job requires a host.
 */
public final class Platforms implements JobIndex {

    private record Identity(String instance, Set<Trait> traits) {}

    /** A trait that some job requires or some bot has. */
    private static final class Known {
        boolean asked;
        final Set<Bot> bots = new LinkedHashSet<>();
        /** The platforms whose bots have the trait, once it is required. */
        final List<Platform> platforms = new ArrayList<>();
    }

    private final Map<Trait, Known> knowledge = new HashMap<>();
    private final Map<Identity, Platform> platforms = new LinkedHashMap<>();
    private final List<JobKind> kinds = new ArrayList<>();
    private final JobIndex index;
    private int healthy;
    private long comings;
    private long moves;

    Platforms(JobIndex index) {
        this.index = index;
    }

    /** Forgets kinds, platforms and bots, which are about to be added again. */
    void forgetAll() {
        knowledge.clear();
        platforms.clear();
        kinds.clear();
        healthy = 0;
    }

    @Override
    public void occupied(Job job, Bot bot) {
        refresh(bot);
    }

    @Override
    public void vacated(Job job, Bot bot) {
        refresh(bot);
    }

    /** Adds a new kind of jobs. */
    void learn(JobKind kind) {
        Collection<Platform> possible = platforms.values();
        for (Trait trait : kind.traits) {
            Known known = knowledge.computeIfAbsent(trait, key -> new Known());
            if (!known.asked) {
                known.asked = true;
                List.copyOf(known.bots).forEach(this::move);
            }
        }
        for (Trait trait : kind.traits) {
            List<Platform> having = known(trait).platforms;
            possible = having.size() < possible.size() ? having : possible;
        }
        possible.forEach(platform -> link(platform, kind));
        kinds.add(kind);
    }

    void add(Bot bot) {
        for (Trait trait : Trait.of(bot.properties)) {
            knowledge.computeIfAbsent(trait, key -> new Known()).bots.add(bot);
        }
        platform(bot).add(bot);
        refresh(bot);
        comings++;
    }

    /** Adds a bot again after its traits have changed. */
    public void addMoved(Bot bot) {
        add(bot);
        moves++;
    }

    public void remove(Bot bot) {
        Platform platform = bot.platform();
        if (platform.healthy.remove(bot)) {
            healthy--;
        }
        serve(platform, bot, false);
        platform.remove(bot);
        for (Trait trait : Trait.of(bot.properties)) {
            Known known = known(trait);
            known.bots.remove(bot);
            if (known.bots.isEmpty() && !known.asked) {
                knowledge.remove(trait);
            }
        }
        comings++;
    }

    /** Updates the indexes after a bot's leases, capacity or status have changed. */
    public void refresh(Bot bot) {
        Platform platform = bot.platform();
        if (bot.isHealthy()) {
            healthy += platform.healthy.add(bot) ? 1 : 0;
        } else {
            healthy -= platform.healthy.remove(bot) ? 1 : 0;
        }
        serve(platform, bot, bot.isInService());
    }

    private void serve(Platform platform, Bot bot, boolean serves) {
        if (platform.refresh(bot, serves)) {
            index.served(platform);
        }
    }

    public Collection<Platform> all() {
        return platforms.values();
    }

    public boolean anyHealthy() {
        return healthy > 0;
    }

    /** Returns whether some bot has a trait. */
    public boolean isAnywhere(Trait trait) {
        Known known = knowledge.get(trait);
        return known != null && !known.bots.isEmpty();
    }

    /** Returns a version that changes whenever a bot is added, removed or moved to another platform. */
    public long version() {
        return comings + moves;
    }

    /** Returns a version that changes whenever a bot moves to another platform. */
    long moves() {
        return moves;
    }

    private Known known(Trait trait) {
        return Objects.requireNonNull(knowledge.get(trait), "a trait in use is known");
    }

    private void move(Bot bot) {
        bot.platform().healthy.remove(bot);
        serve(bot.platform(), bot, false);
        bot.platform().remove(bot);
        Platform platform = platform(bot);
        platform.add(bot);
        if (bot.isHealthy()) {
            platform.healthy.add(bot);
        }
        serve(platform, bot, bot.isInService());
        moves++;
    }

    private Platform platform(Bot bot) {
        Set<Trait> asked = new LinkedHashSet<>();
        for (Trait trait : Trait.of(bot.properties)) {
            Known known = knowledge.get(trait);
            if (known != null && known.asked) {
                asked.add(trait);
            }
        }
        Identity identity = new Identity(bot.instance, asked);
        Platform platform = platforms.get(identity);
        if (platform == null) {
            platform = new Platform(bot.instance, asked);
            platforms.put(identity, platform);
            for (Trait trait : asked) {
                known(trait).platforms.add(platform);
            }
            for (JobKind kind : kinds) {
                link(platform, kind);
            }
        }
        return platform;
    }

    private void link(Platform platform, JobKind kind) {
        if (platform.canRun(kind)) {
            platform.kinds.add(kind);
            kind.platforms.add(platform);
            index.linked(platform, kind);
        }
    }
}
