package dev.rota.jobs;

import java.util.ArrayList;
import java.util.List;

/** A bot's sync, put together word by word. */
final class BotSays {

    private final String bot;
    private String session = "s1";
    private String instance = "*";
    private List<String> labels = List.of();
    private BotStatus status = BotStatus.OK;
    private int capacity = 1;
    private int priority;
    private final List<Property> properties = new ArrayList<>();
    private final List<LeaseReport> leases = new ArrayList<>();

    private BotSays(String bot) {
        this.bot = bot;
    }

    static BotSays bot(String id) {
        return new BotSays(id);
    }

    BotSays in(String itsSession) {
        session = itsSession;
        return this;
    }

    BotSays of(String itsInstance) {
        instance = itsInstance;
        return this;
    }

    BotSays labelled(String... its) {
        labels = List.of(its);
        return this;
    }

    BotSays status(BotStatus its) {
        status = its;
        return this;
    }

    BotSays capacity(int its) {
        capacity = its;
        return this;
    }

    BotSays priority(int its) {
        priority = its;
        return this;
    }

    BotSays has(String name, String value) {
        properties.add(new Property(name, value));
        return this;
    }

    BotSays active(String job, long lease) {
        return report(job, lease, LeaseState.ACTIVE, "OK");
    }

    BotSays completed(String job, long lease) {
        return report(job, lease, LeaseState.COMPLETED, "OK");
    }

    BotSays failed(String job, long lease) {
        return report(job, lease, LeaseState.COMPLETED, "INTERNAL");
    }

    BotSays cancelled(String job, long lease) {
        return report(job, lease, LeaseState.CANCELLED, "OK");
    }

    private BotSays report(String job, long lease, LeaseState state, String itsStatus) {
        leases.add(new LeaseReport(job, lease, state, itsStatus, 0));
        return this;
    }

    BotEvent sync() {
        BotSync sync = new BotSync(status, capacity, priority, List.copyOf(properties), List.copyOf(leases));
        return new BotEvent(bot, session, instance, labels, sync);
    }

    BotEvent closed() {
        return new BotEvent(bot, session, instance, labels, new BotClosed());
    }
}
