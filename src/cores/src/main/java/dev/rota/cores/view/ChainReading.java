package dev.rota.cores.view;

import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.scheduler.GroupRotation;
import dev.rota.cores.scheduler.Session;
import dev.rota.cores.view.ChainState.Place;
import dev.rota.cores.view.ChainState.Use;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes the page of a chain from a snapshot of it. */
final class ChainReading {

    private final ChainSnapshot chain;
    private final Session session;
    private final long number;

    private ChainReading(ChainSnapshot chain) {
        this.chain = chain;
        this.session = chain.session();
        this.number = chain.block().getNumber();
    }

    static ChainState of(ChainSnapshot chain) {
        return new ChainReading(chain).state();
    }

    private ChainState state() {
        return new ChainState(
                chain.now(),
                session.index(),
                session.row().getStartBlock(),
                number,
                chain.block().getOpen(),
                session.cores(),
                session.parachains(),
                session.threadCores(),
                session.row().getGroups(),
                nextRotationAt(),
                chain.block().getOccupied().size(),
                chain.queued(),
                session.queueMax(),
                uses(),
                places());
    }

    /**
     * Returns the block of the next rotation, or null if groups never rotate. A session that has just been entered
     * begins with the next block.
     */
    private @Nullable Long nextRotationAt() {
        long block = Math.max(number, session.row().getStartBlock());
        return session.row().getRotationFrequency() > 0 && session.hasGroups()
                ? session.rotation().nextAt(block)
                : null;
    }

    private List<Use> uses() {
        List<Use> uses = new ArrayList<>();
        boolean[] occupied = new boolean[session.cores()];
        for (Occupant occupant : chain.block().getOccupied()) {
            occupied[occupant.getCore()] = true;
            uses.add(occupied(occupant));
        }
        boolean open = chain.block().getOpen();
        for (ScheduledClaim claim : chain.block().getScheduled()) {
            uses.add(new Use(
                    claim.getCore(),
                    claim.getPara(),
                    claim.getCollator(),
                    claim.getRetries(),
                    open ? "SCHEDULED" : "NOT_BACKED",
                    null,
                    null,
                    open ? group(claim.getCore(), number) : null));
        }
        for (int core = 0; core < session.parachains() && open && session.hasGroups(); core++) {
            if (!occupied[core]) {
                uses.add(new Use(core, session.parachain(core), null, 0, "SCHEDULED", null, null, group(core, number)));
            }
        }
        uses.sort(Comparator.comparingInt(Use::core));
        return uses;
    }

    private Use occupied(Occupant occupant) {
        return new Use(
                occupant.getCore(),
                occupant.getPara(),
                occupant.getCollator(),
                occupant.getRetries(),
                "OCCUPIED",
                occupant.getSince(),
                session.availability().timeOutAt(occupant, number + 1),
                group(occupant.getCore(), occupant.getSince()));
    }

    private int group(int core, long block) {
        GroupRotation rotation = session.rotation();
        return rotation.groupAt(core, block);
    }

    private List<Place> places() {
        int[] ahead = new int[session.threadCores()];
        List<Place> places = new ArrayList<>();
        for (QueuedClaim claim : chain.claims()) {
            places.add(new Place(
                    places.size() + 1,
                    claim.getPara(),
                    claim.getCollator(),
                    claim.getRetries(),
                    session.threadCore(claim.getOffset()),
                    ahead[claim.getOffset()]++,
                    claim.getId()));
        }
        return places;
    }
}
