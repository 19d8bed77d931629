package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** An instance that shares slot time with others, or an owner of its jobs, among whom it is shared in turn. */
final class Party {

    /** The name of an instance as a party, and of the owner of jobs that name none. */
    static final String NAMELESS = "";

    static final Comparator<Party> BY_USED = Party::compareUsed;

    final Instance instance;
    final String name;

    /** The parties among which it is. */
    final Peers peers;

    /** The instance of an owner; null if it is an instance. */
    final @Nullable Party whole;

    /** The owners of an instance; null if it is an owner. */
    private final @Nullable Peers owners;

    final Share share = new Share();

    /** Its lines of the platforms that can run some of its queued jobs. */
    final Map<Platform, Line> lines = new LinkedHashMap<>();

    /** The tier of an instance, as of which it is in order; 0 for an owner. */
    int tier;

    /** The number of an owner's waiting, queued and assigned jobs. */
    int jobs;

    /** The number of its queued jobs that a fetch passes over. */
    int hidden;

    /** True if it waits, as of the last time that this was judged. */
    boolean waits;

    /** True if it is one of the past parties, while it is taken out of their order. */
    boolean past;

    /** True if it is an owner that has a row. */
    boolean stored;

    /** Creates an instance among others. */
    Party(Instance instance, Peers instances) {
        this.instance = instance;
        this.name = NAMELESS;
        this.peers = instances;
        this.whole = null;
        this.owners = new Peers();
    }

    /** Creates an owner of an instance. */
    Party(String name, Party whole) {
        this.instance = whole.instance;
        this.name = name;
        this.peers = whole.owners();
        this.whole = whole;
        this.owners = null;
    }

    /** Returns the owners of an instance. */
    Peers owners() {
        return Objects.requireNonNull(owners, "an instance has owners");
    }

    /** Returns the instance as a party. */
    Party ofInstance() {
        return whole == null ? this : whole;
    }

    static String name(@Nullable String owner) {
        return owner == null ? NAMELESS : owner;
    }

    private static int compareUsed(Party a, Party b) {
        int used = a.share.compareUsed(b.share);
        int instance = used != 0 ? used : Ids.BY_BYTES.compare(a.instance.name, b.instance.name);
        return instance != 0 ? instance : Ids.BY_BYTES.compare(a.name, b.name);
    }

    /** Returns the key of an owner's row. */
    Key key() {
        return Key.of().text(instance.name).text(name).end();
    }

    /** Returns whether it is served and has a queued job that could run if there was room. */
    boolean couldRun() {
        boolean could = hidden > 0;
        for (Platform platform : lines.keySet()) {
            could |= platform.isInService();
        }
        return could && tier != Service.UNSERVED;
    }

    /** Takes it out of the order of queued jobs, since its share is about to change; {@link #place} puts it back. */
    void lift() {
        if (whole != null) {
            whole.lift();
        }
        for (Line line : lines.values()) {
            line.lift();
        }
    }

    void place() {
        for (Line line : lines.values()) {
            line.place();
        }
        if (whole != null) {
            whole.place();
        }
    }
}
