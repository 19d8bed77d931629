package dev.rota.jobs.farm;

import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;

/**
 * A class of jobs with the same instance and requirements: if no bot can run the first of them, none can run any other.
 */
public final class JobKind {

    public final Instance instance;
    public final List<Trait> traits;
    private final List<Property> requirements;

    /** The platforms whose bots can run it. */
    public final List<Platform> platforms = new ArrayList<>();

    /** The number of waiting, queued and assigned jobs. */
    int jobs;

    /** The number of assigned jobs. */
    int running;

    /** The matching bots by id, as of {@code matchingVersion} of the platforms. */
    private List<Bot> matching = List.of();

    private long matchingVersion = -1;

    JobKind(Instance instance, List<Trait> traits) {
        this.instance = instance;
        this.traits = traits;
        this.requirements = Trait.properties(traits);
    }

    public List<Property> requirements() {
        return requirements;
    }

    /** Returns the number of assigned jobs. */
    public int running() {
        return running;
    }

    /** Returns whether any bot matches, healthy or not. */
    public boolean hasBot() {
        for (Platform platform : platforms) {
            if (platform.hasBots()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a matching bot gets jobs when it has room. */
    boolean isInService() {
        for (Platform platform : platforms) {
            if (platform.isInService()) {
                return true;
            }
        }
        return false;
    }

    public boolean hasHealthyBot() {
        for (Platform platform : platforms) {
            if (!platform.healthy.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Clears the platforms, whose versions begin again. */
    void forgetPlatforms() {
        platforms.clear();
        matchingVersion = -1;
    }

    /** Returns all matching bots, healthy or not, by id. */
    public List<Bot> matching(long version) {
        if (matchingVersion != version) {
            List<Bot> bots = new ArrayList<>();
            platforms.forEach(platform -> bots.addAll(platform.bots));
            bots.sort(null);
            matching = bots;
            matchingVersion = version;
        }
        return matching;
    }
}
