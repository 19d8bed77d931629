package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** An instance that shares slot time with others, while the assigner is SHARES. */
final class SharingInstance {

    /** The queued jobs of an instance that a platform can run. */
    static final class Line {
        final Platform platform;
        final SharingInstance sharing;
        final TreeSet<Owner.Line> owners = new TreeSet<>((a, b) -> Shares.ORDER.compare(a.first(), b.first()));

        Line(Platform platform, SharingInstance sharing) {
            this.platform = platform;
            this.sharing = sharing;
        }

        Job first() {
            return owners.first().first();
        }
    }

    final Instance instance;
    final Share share = new Share();
    final Map<Platform, Line> lines = new LinkedHashMap<>();
    final Map<String, Owner> owners = new LinkedHashMap<>();

    /** The owners that wait, by used time. */
    final NavigableSet<Owner> waiting = new TreeSet<>(SharingInstance::byUsed);

    /** The owners without jobs that have used something, by used time. */
    final NavigableSet<Owner> gone = new TreeSet<>(SharingInstance::byUsed);

    /** The owners that may begin or cease to wait. */
    final Set<Owner> changed = new LinkedHashSet<>();

    /** Its tier, as of which it is in order. */
    int tier;

    /** The number of its queued jobs that a fetch passes over. */
    int hidden;

    /** True if it has a queued job that could run if there was room. */
    boolean waits;

    SharingInstance(Instance instance, int tier) {
        this.instance = instance;
        this.tier = tier;
    }

    private static int byUsed(Owner a, Owner b) {
        int used = a.share.compareUsed(b.share);
        return used != 0 ? used : Ids.BY_BYTES.compare(a.name, b.name);
    }

    Owner owner(@Nullable String name) {
        return owners.computeIfAbsent(Owner.name(name), key -> new Owner(this, key));
    }

    /** Returns its line of a platform that can run some of its queued jobs. */
    Line line(Platform platform) {
        return Objects.requireNonNull(lines.get(platform), "an owner has no line where its instance has none");
    }

    /** Returns what its jobs without an owner have used. */
    long ownerlessMs() {
        Owner nameless = owners.get(Owner.NAMELESS);
        return nameless == null ? 0 : nameless.share.used();
    }

    /** Returns whether it has a queued job that could run if there was room, and it were served. */
    boolean couldRun() {
        return hidden > 0 || lines.keySet().stream().anyMatch(Platform::isInService);
    }
}
