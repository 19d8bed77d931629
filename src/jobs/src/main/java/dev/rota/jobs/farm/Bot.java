package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotRow;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** A bot in its session, as the cohort caches it; its row contains the same. */
public final class Bot implements Comparable<Bot> {

    /** The instance name that means all instances. */
    static final String ANY_INSTANCE = "*";

    public final String id;
    public final String session;
    public String instance = ANY_INSTANCE;
    public BotStatus status = BotStatus.UNHEALTHY;
    /** True if an operator holds it. */
    boolean held;

    /** The number of its slots, free or not. */
    public int capacity;

    public int priority;
    public List<Property> properties = List.of();
    /** The locality hints, the latest first. */
    List<String> hints = List.of();

    /** The time of its last sync. */
    public long heardAt;

    /** The attended time for which it may be silent. */
    public long timeoutMs;

    /** When its silence is judged. */
    public long deadline = Times.NEVER;

    /** When its timer fires: at the earliest of its own deadline and those of its leases, or before. */
    public long alarm = Times.NEVER;

    /** The number of jobs that its last sync may still fetch in a following step. */
    public int fetch;

    /** The time of the sync that may still fetch. */
    public long fetchSince;

    /** Its leased jobs, by id. */
    public final TreeMap<String, Job> leases = new TreeMap<>(Ids.BY_BYTES);

    @Nullable
    public Platform platform;

    public Bot(String id, String session) {
        this.id = id;
        this.session = session;
    }

    static Bot of(String id, BotRow row) {
        Bot bot = new Bot(id, row.getSession());
        bot.instance = row.getInstance();
        bot.status = row.getStatus();
        bot.capacity = row.getCapacity();
        bot.priority = row.getPriority();
        bot.properties = row.getProperties();
        bot.hints = row.getHints();
        bot.heardAt = row.getHeardAt();
        bot.timeoutMs = row.getTimeoutMs();
        bot.deadline = row.getDeadline();
        bot.alarm = row.getAlarm();
        bot.fetch = row.getFetch();
        bot.fetchSince = row.getFetchSince();
        return bot;
    }

    BotRow row() {
        return new BotRow(
                session,
                instance,
                status,
                capacity,
                priority,
                properties,
                hints,
                heardAt,
                timeoutMs,
                deadline,
                alarm,
                fetch,
                fetchSince);
    }

    /** Returns whether a bot of one instance runs jobs of another. */
    public static boolean serves(String own, Instance other) {
        return own.equals(ANY_INSTANCE) || own.equals(other.name);
    }

    /** Returns whether a sync leaves unchanged which jobs it can run. */
    public boolean isLike(BotEvent event, BotSync sync) {
        List<Property> others = sync.getProperties();
        boolean alike = instance.equals(event.getInstance()) && others.size() == properties.size();
        for (int i = 0; alike && i < others.size(); i++) {
            Property a = properties.get(i);
            Property b = others.get(i);
            alike = a.getName().equals(b.getName()) && a.getValue().equals(b.getValue());
        }
        return alike;
    }

    public void describe(BotEvent event, BotSync sync) {
        instance = event.getInstance();
        status = sync.getStatus();
        capacity = sync.getCapacity();
        priority = sync.getPriority();
        properties = sync.getProperties();
    }

    /** Adds a hint as the latest, and keeps up to {@code limit} hints. */
    public void hint(String hint, int limit) {
        List<String> next = new ArrayList<>(hints);
        next.remove(hint);
        next.add(0, hint);
        hints = next.size() > limit ? List.copyOf(next.subList(0, limit)) : next;
    }

    /** Returns the number of free slots; negative after its capacity has shrunk below its leases. */
    public int spare() {
        return capacity - leases.size();
    }

    Platform platform() {
        return Objects.requireNonNull(platform, "a bot in the farm has a platform");
    }

    /** Returns whether it matches jobs of a kind, whatever its status. */
    public boolean canRun(JobKind kind) {
        return platform().canRun(kind);
    }

    public boolean isHealthy() {
        return status == BotStatus.OK && spare() > 0 && !held;
    }

    /** Returns whether it gets jobs when it has room. */
    boolean isInService() {
        return status == BotStatus.OK && capacity > 0 && !held;
    }

    /** Returns whether an operator holds it, so that it gets no new job. */
    public boolean isHeld() {
        return held;
    }

    /** Returns whether one of its leases may be preempted. */
    boolean isPreemptible() {
        return status == BotStatus.OK && spare() >= 0;
    }

    public boolean hasHint(String hint, int among) {
        int count = Math.min(among, hints.size());
        for (int i = 0; i < count; i++) {
            if (hints.get(i).equals(hint)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compareTo(Bot other) {
        return Ids.BY_BYTES.compare(id, other.id);
    }
}
