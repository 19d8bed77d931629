package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** An owner of jobs of an instance, while the assigner is SHARES. */
final class Owner {

    /** The name of the owner of jobs that name none. */
    static final String NAMELESS = "";

    /** The queued jobs of an owner that a platform can run. */
    static final class Line {
        final Platform platform;
        final Owner owner;
        final TreeSet<OwnedJobs> jobs = new TreeSet<>((a, b) -> Order.PRIORITY.compare(a.first(), b.first()));

        Line(Platform platform, Owner owner) {
            this.platform = platform;
            this.owner = owner;
        }

        Job first() {
            return jobs.first().first();
        }
    }

    final SharingInstance among;
    final String name;
    final Share share = new Share();
    final Map<Platform, Line> lines = new LinkedHashMap<>();

    /** The number of its waiting, queued and assigned jobs. */
    int jobs;

    /** The number of its queued jobs that a fetch passes over. */
    int hidden;

    /** True if it has a queued job that could run if there was room. */
    boolean waits;

    boolean stored;

    Owner(SharingInstance among, String name) {
        this.among = among;
        this.name = name;
    }

    static String name(@Nullable String owner) {
        return owner == null ? NAMELESS : owner;
    }

    Key key() {
        return Key.of().text(among.instance.name).text(name).end();
    }

    /** Returns whether it has a queued job that could run if there was room, and its instance were served. */
    boolean couldRun() {
        return hidden > 0 || lines.keySet().stream().anyMatch(Platform::isInService);
    }
}
