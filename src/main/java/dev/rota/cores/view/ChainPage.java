package dev.rota.cores.view;

import dev.rota.cores.GroupRotation;
import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.Session;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The state of a chain, in JSON: its block and session, what is on the cores, and the first claims of the queue. */
public final class ChainPage {
    public static final String NAME = "state.json";
    public static final String TYPE = "application/json";

    /**
     * What a core is busy with.
     *
     * @param collator null for a parachain
     * @param since the block in which its candidate was backed; null if none was
     */
    private record Use(
            int core,
            int para,
            @Nullable String collator,
            int retries,
            String state,
            @Nullable Long since,
            @Nullable Long timeOutAt,
            @Nullable Integer group) {}

    private final ChainSnapshot chain;
    private final Session session;
    private final long number;

    private ChainPage(ChainSnapshot chain) {
        this.chain = chain;
        this.session = chain.session();
        this.number = chain.block().getNumber();
    }

    /** Before the first session there is neither block nor core. */
    static String withoutSession(long now) {
        return JsonText.object(json -> json.field("asOf", now).field("session", (Number) null));
    }

    static String of(ChainSnapshot chain) {
        return JsonText.object(new ChainPage(chain)::write);
    }

    private void write(JsonText json) {
        json.field("asOf", chain.now())
                .field("session", session.index())
                .field("sessionStart", session.row().getStartBlock())
                .field("block", number)
                .field("open", chain.block().getOpen())
                .field("cores", session.cores())
                .field("parachains", session.parachains())
                .field("threadCores", session.threadCores())
                .field("groups", session.row().getGroups())
                .field("nextRotationAt", nextRotationAt())
                .field("occupied", chain.block().getOccupied().size())
                .field("queued", chain.queued())
                .field("queueMax", session.queueMax())
                .list("onCores", uses(), ChainPage::use)
                .list("queue", places(), this::place);
    }

    /** A session that has just been entered begins with the next block. Null: groups never rotate. */
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

    private static void use(Use use, JsonText json) {
        json.field("core", use.core())
                .field("para", use.para())
                .field("collator", use.collator())
                .field("retries", use.retries())
                .field("state", use.state())
                .field("since", use.since())
                .field("timeOutAt", use.timeOutAt())
                .field("group", use.group());
    }

    /** @param ahead claims before it that are pinned to the same core */
    private record Place(int position, int ahead, QueuedClaim claim) {}

    private List<Place> places() {
        int[] ahead = new int[session.threadCores()];
        List<Place> places = new ArrayList<>();
        for (QueuedClaim claim : chain.claims()) {
            places.add(new Place(places.size() + 1, ahead[claim.getOffset()]++, claim));
        }
        return places;
    }

    private void place(Place place, JsonText json) {
        json.field("position", place.position())
                .field("para", place.claim().getPara())
                .field("collator", place.claim().getCollator())
                .field("retries", place.claim().getRetries())
                .field("core", session.threadCore(place.claim().getOffset()))
                .field("ahead", place.ahead())
                .field("id", place.claim().getId());
    }
}
