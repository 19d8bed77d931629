package dev.rota.jobs;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A bot in its session, as cached by its cohort; its row holds the same. */
final class Bot implements Comparable<Bot> {

    /** The instance name that means all instances. */
    static final String ANY_INSTANCE = "*";

    final String id;
    final String session;
    String instance = ANY_INSTANCE;
    BotStatus status = BotStatus.UNHEALTHY;
    int capacity;
    int priority;
    List<Property> properties = List.of();
    /** Latest first. */
    List<String> hints = List.of();

    long deadline = Times.NEVER;
    /** When the deadline timer fires. */
    long alarm = Times.NEVER;

    /** How many jobs its last sync may still fetch, in a following step. */
    int fetch;

    /** The time of that sync. */
    long fetchSince;

    /** Its leased jobs, by id. */
    final TreeMap<String, Job> leases = new TreeMap<>(Ids.BY_BYTES);

    @Nullable
    Platform platform;

    Bot(String id, String session) {
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
        bot.deadline = row.getDeadline();
        bot.alarm = row.getAlarm();
        bot.fetch = row.getFetch();
        bot.fetchSince = row.getFetchSince();
        return bot;
    }

    BotRow row() {
        return new BotRow(
                session, instance, status, capacity, priority, properties, hints, deadline, alarm, fetch, fetchSince);
    }

    /** Whether a bot of one instance takes jobs of another. */
    static boolean serves(String own, Instance other) {
        return own.equals(ANY_INSTANCE) || own.equals(other.name);
    }

    /** Whether the sync leaves unchanged what it can run. */
    boolean isLike(BotEvent event, BotSync sync) {
        List<Property> others = sync.getProperties();
        boolean alike = instance.equals(event.getInstance()) && others.size() == properties.size();
        for (int i = 0; alike && i < others.size(); i++) {
            Property a = properties.get(i);
            Property b = others.get(i);
            alike = a.getName().equals(b.getName()) && a.getValue().equals(b.getValue());
        }
        return alike;
    }

    void describe(BotEvent event, BotSync sync) {
        instance = event.getInstance();
        status = sync.getStatus();
        capacity = sync.getCapacity();
        priority = sync.getPriority();
        properties = sync.getProperties();
    }

    /** Adds a hint as the latest and keeps at most {@code most}. */
    void hint(String hint, int most) {
        List<String> next = new ArrayList<>(hints);
        next.remove(hint);
        next.add(0, hint);
        hints = next.size() > most ? List.copyOf(next.subList(0, most)) : next;
    }

    /** Its free slots; negative after its capacity has shrunk below its leases. */
    int spare() {
        return capacity - leases.size();
    }

    boolean isHealthy() {
        return status == BotStatus.OK && spare() > 0;
    }

    /** Whether one of its leases may be preempted. */
    boolean isPreemptible() {
        return status == BotStatus.OK && spare() >= 0;
    }

    boolean hasHint(String hint, int among) {
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
