package dev.rota.jobs.scheduler;

import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;

/** Builds the events of a bot: syncs, with their lease reports, and closes. */
final class BotEventBuilder {

    private final String bot;
    private String session = "s1";
    private String instance = "*";
    private List<String> labels = List.of();
    private BotStatus status = BotStatus.OK;
    private int capacity = 1;
    private int priority;
    private final List<Property> properties = new ArrayList<>();
    private final List<LeaseReport> leases = new ArrayList<>();

    private BotEventBuilder(String bot) {
        this.bot = bot;
    }

    static BotEventBuilder bot(String id) {
        return new BotEventBuilder(id);
    }

    BotEventBuilder in(String itsSession) {
        session = itsSession;
        return this;
    }

    BotEventBuilder of(String itsInstance) {
        instance = itsInstance;
        return this;
    }

    BotEventBuilder labelled(String... its) {
        labels = List.of(its);
        return this;
    }

    BotEventBuilder status(BotStatus its) {
        status = its;
        return this;
    }

    BotEventBuilder capacity(int its) {
        capacity = its;
        return this;
    }

    BotEventBuilder priority(int its) {
        priority = its;
        return this;
    }

    BotEventBuilder has(String name, String value) {
        properties.add(new Property(name, value));
        return this;
    }

    BotEventBuilder active(String job, long lease) {
        return report(job, lease, LeaseState.ACTIVE, "OK");
    }

    BotEventBuilder completed(String job, long lease) {
        return report(job, lease, LeaseState.COMPLETED, "OK");
    }

    BotEventBuilder failed(String job, long lease) {
        return report(job, lease, LeaseState.COMPLETED, "INTERNAL");
    }

    BotEventBuilder cancelled(String job, long lease) {
        return report(job, lease, LeaseState.CANCELLED, "OK");
    }

    private BotEventBuilder report(String job, long lease, LeaseState state, String itsStatus) {
        leases.add(LeaseReport.newBuilder()
                .setJob(job)
                .setLease(lease)
                .setState(state)
                .setStatus(itsStatus)
                .build());
        return this;
    }

    BotEvent sync() {
        BotSync sync = BotSync.newBuilder()
                .setStatus(status)
                .setCapacity(capacity)
                .setPriority(priority)
                .setProperties(List.copyOf(properties))
                .setLeases(List.copyOf(leases))
                .build();
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession(session)
                .setInstance(instance)
                .setLabels(labels)
                .setEvent(sync)
                .build();
    }

    BotEvent closed() {
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession(session)
                .setInstance(instance)
                .setLabels(labels)
                .setEvent(new BotClosed())
                .build();
    }
}
