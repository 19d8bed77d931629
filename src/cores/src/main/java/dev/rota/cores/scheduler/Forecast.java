package dev.rota.cores.scheduler;

import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreState;
import dev.rota.cores.GroupsAhead;
import dev.rota.cores.NextUp;
import dev.rota.cores.Occupant;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;

/**
 * Forecasts the next block as {@link ClaimClearing} and {@link CoreAssigner} would schedule it if no core were freed,
 * and for later blocks the groups of the cores and when each claim is expected.
 */
public final class Forecast {

    private final RelayChain chain;
    private final Session session;
    private final GroupRotation rotation;
    private final ClearedQueue queue;
    private final long block;
    private final int firstGroup;
    private final int firstNextGroup;

    /** The last argument and result of {@link #firstGroupAt}: most cores are occupied since the same block. */
    private long since = -1;

    private int firstGroupSince;

    private Forecast(RelayChain chain) {
        this.chain = chain;
        this.session = chain.session();
        this.rotation = session.rotation();
        this.queue = new ClearedQueue(chain);
        this.block = chain.number() + 1;
        this.firstGroup = session.hasGroups() ? rotation.firstGroup(block) : 0;
        this.firstNextGroup = session.hasGroups() ? rotation.firstGroup(rotation.nextAt(block)) : 0;
    }

    /** Returns the forecast of the block after the last one that started. */
    public static CoreForecast of(RelayChain chain) {
        return new Forecast(chain).forecast();
    }

    /** Returns the part of that forecast about one core. */
    public static CoreOutlook of(RelayChain chain, int core) {
        return new Forecast(chain).outlook(core);
    }

    private CoreForecast forecast() {
        List<CoreOutlook> cores = new ArrayList<>(session.cores());
        for (int core = 0; core < session.cores(); core++) {
            cores.add(outlook(core));
        }
        ClaimForecast claims = ClaimForecast.of(chain);
        return new CoreForecast(
                chain.name(),
                block,
                rotation.lastAt(block),
                rotation.nextAt(block),
                cores,
                groupsAhead(),
                claims.first(),
                claims.queued());
    }

    /**
     * Returns the groups of all cores from the next block on; blocks without a rotation between them share an entry.
     */
    private List<GroupsAhead> groupsAhead() {
        List<GroupsAhead> ahead = new ArrayList<>();
        long last = block + session.forecastBlocks() - 1;
        long from = session.hasGroups() ? block : last + 1;
        while (from <= last) {
            long to = Math.min(last, rotation.unchangedTo(from));
            ahead.add(new GroupsAhead(from, to, groups(rotation.firstGroup(from))));
            from = to + 1;
        }
        return ahead;
    }

    private List<Integer> groups(int first) {
        List<Integer> groups = new ArrayList<>(session.cores());
        for (int core = 0; core < session.cores(); core++) {
            groups.add(rotation.group(core, first));
        }
        return groups;
    }

    private CoreOutlook outlook(int core) {
        Occupant occupant = chain.occupant(core);
        return occupant == null ? free(core) : occupied(occupant);
    }

    private CoreOutlook free(int core) {
        NextUp next = session.hasGroups() ? nextUp(core) : null;
        return new CoreOutlook(
                core,
                next == null ? CoreState.FREE : CoreState.SCHEDULED,
                next == null ? null : next.getPara(),
                next == null ? null : next.getCollator(),
                null,
                null,
                group(core, firstGroup),
                group(core, firstNextGroup),
                null,
                null,
                null,
                null);
    }

    private CoreOutlook occupied(Occupant occupant) {
        int core = occupant.getCore();
        boolean claimed = occupant.getCollator() != null;
        NextUp next = nextUp(core);
        return new CoreOutlook(
                core,
                CoreState.OCCUPIED,
                occupant.getPara(),
                occupant.getCollator(),
                occupant.getSince(),
                session.availability().timeOutAt(occupant, block),
                group(core, firstGroup),
                group(core, firstNextGroup),
                rotation.group(core, firstGroupAt(occupant.getSince())),
                next,
                next == null ? new NextUp(occupant.getPara(), occupant.getCollator()) : next,
                claimed ? session.threadCore(queue.nextOffset()) : null);
    }

    private int firstGroupAt(long occupiedSince) {
        if (occupiedSince != since) {
            since = occupiedSince;
            firstGroupSince = rotation.firstGroup(since);
        }
        return firstGroupSince;
    }

    /** Returns the next claim for a core. */
    private @Nullable NextUp nextUp(int core) {
        if (session.isParachainCore(core)) {
            return new NextUp(session.parachain(core), null);
        }
        return session.isThreadCore(core) ? queue.first(session.offset(core)) : null;
    }

    private @Nullable Integer group(int core, int first) {
        return session.hasGroups() ? rotation.group(core, first) : null;
    }
}
