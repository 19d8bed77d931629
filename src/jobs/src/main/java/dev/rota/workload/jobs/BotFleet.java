package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.workload.whatif.Group;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The bots of a cohort with the leases that they hold. */
final class BotFleet {

    /** @param seq the sequence number of its assignment */
    record Held(String job, long lease, long since, long seq) {}

    /** A session of a bot. */
    record Session(String bot, String session) implements Comparable<Session> {

        private static final Comparator<Session> ORDER =
                Comparator.comparing(Session::bot).thenComparing(Session::session);

        @Override
        public int compareTo(Session other) {
            return ORDER.compare(this, other);
        }
    }

    /** A bot in one session. */
    static final class ModelBot {
        final String session;
        /** Its last sync. */
        BotEvent last;

        long lastAt;

        final Map<String, Held> leases = new LinkedHashMap<>();

        ModelBot(BotEvent first) {
            this.session = first.getSession();
            this.last = first;
        }

        ModelBot copy() {
            ModelBot copy = new ModelBot(last);
            copy.lastAt = lastAt;
            copy.leases.putAll(leases);
            return copy;
        }

        /** Returns its last sync as if it came in another session. */
        BotEvent in(String other) {
            return BotEvent.newBuilder()
                    .setBot(last.getBot())
                    .setSession(other)
                    .setInstance(last.getInstance())
                    .setLabels(last.getLabels())
                    .setEvent(last.getEvent())
                    .build();
        }

        /**
         * Returns a sync of this bot with the leases that it holds.
         *
         * @param ended the report of the one that has ended, or null
         */
        BotEvent sync(@Nullable LeaseReport ended) {
            BotSync as = (BotSync) last.getEvent();
            List<LeaseReport> reports = new ArrayList<>();
            for (Held held : leases.values()) {
                boolean is = ended != null
                        && held.lease() == ended.getLease()
                        && held.job().equals(ended.getJob());
                reports.add(
                        is
                                ? ended
                                : LeaseReport.newBuilder()
                                        .setJob(held.job())
                                        .setLease(held.lease())
                                        .setState(LeaseState.ACTIVE)
                                        .build());
            }
            BotSync sync = BotSync.newBuilder()
                    .setStatus(as.getStatus())
                    .setCapacity(as.getCapacity())
                    .setPriority(as.getPriority())
                    .setProperties(as.getProperties())
                    .setLeases(reports)
                    .build();
            return BotEvent.newBuilder()
                    .setBot(last.getBot())
                    .setSession(session)
                    .setInstance(last.getInstance())
                    .setLabels(last.getLabels())
                    .setEvent(sync)
                    .build();
        }
    }

    private final SortedMap<String, ModelBot> bots = new TreeMap<>();

    BotFleet copy() {
        BotFleet copy = new BotFleet();
        bots.forEach((name, bot) -> copy.bots.put(name, bot.copy()));
        return copy;
    }

    SortedMap<String, ModelBot> bots() {
        return bots;
    }

    @Nullable
    ModelBot bot(String name) {
        return bots.get(name);
    }

    /** Returns the kind of the first bot that has all of some properties. */
    Optional<Group> kindFor(List<Property> requirements) {
        return bots.values().stream()
                .filter(bot -> ((BotSync) bot.last.getEvent()).getProperties().containsAll(requirements))
                .findFirst()
                .map(bot -> new Group("bots", BotKind.of(bot.last)));
    }

    /** Takes a sync. In a new session a bot holds no leases. */
    ModelBot sync(BotEvent event, long time) {
        ModelBot bot = bots.get(event.getBot());
        if (bot == null || !bot.session.equals(event.getSession())) {
            bot = new ModelBot(event);
            bots.put(event.getBot(), bot);
        }
        bot.last = event;
        bot.lastAt = time;
        return bot;
    }

    /** Takes a sync back that was refused. */
    void refused(String name, @Nullable ModelBot before) {
        if (before == null) {
            bots.remove(name);
        } else {
            bots.put(name, before);
        }
    }

    void closed(BotEvent event) {
        ModelBot bot = bots.get(event.getBot());
        if (bot != null && bot.session.equals(event.getSession())) {
            bots.remove(event.getBot());
        }
    }

    /** Takes an assignment. Returns null if the bot is not in that session. */
    @Nullable
    Held assigned(LeaseEvent event, long time, long seq) {
        ModelBot bot = bots.get(event.getBot());
        if (bot == null || !bot.session.equals(event.getSession())) {
            return null;
        }
        Held held = new Held(event.getJob(), event.getLease(), time, seq);
        bot.leases.put(event.getJob(), held);
        return held;
    }

    /** Takes note that a bot's lease of a job has ended. Returns the lease, or null if it held none. */
    @Nullable
    Held ended(String name, String job) {
        ModelBot bot = bots.get(name);
        return bot == null ? null : bot.leases.remove(job);
    }
}
