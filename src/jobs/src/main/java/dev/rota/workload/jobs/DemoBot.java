package dev.rota.workload.jobs;

import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.workload.Traffic.Fact;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A bot that runs its leases, fails occasionally, and is offline for a while once a minute. */
final class DemoBot {

    private static final long SYNC_EVERY_MS = 2_000;
    private static final long MINUTE_MS = 60_000;
    private static final long OFF_MS = 12_000;

    /** A running lease, and when it will end. */
    private record Work(long lease, long doneAt) {}

    private final String name;
    private final String label;
    private final List<Property> properties;
    private final int capacity;
    private final int number;
    private final SplittableRandom random;
    private final Map<String, Work> work = new LinkedHashMap<>();
    private final List<LeaseReport> stopped = new ArrayList<>();
    private String session = "";
    private long now;
    private long nextSync;

    DemoBot(String name, String label, List<Property> properties, int capacity, int number) {
        this.name = name;
        this.label = label;
        this.properties = properties;
        this.capacity = capacity;
        this.number = number;
        this.random = new SplittableRandom(number);
    }

    String name() {
        return name;
    }

    /** Returns a sync, if one is due or a lease has ended. */
    List<Fact> at(long timeMs) {
        now = timeMs;
        if (isOff()) {
            work.clear();
            session = "";
            return List.of();
        }
        if (session.isEmpty()) {
            session = name + "-" + timeMs;
            nextSync = timeMs;
        }
        boolean done = work.values().stream().anyMatch(each -> each.doneAt() <= timeMs);
        if (!done && timeMs < nextSync) {
            return List.of();
        }
        nextSync = timeMs + SYNC_EVERY_MS;
        BotSync sync = BotSync.newBuilder()
                .setCapacity(capacity)
                .setProperties(properties)
                .setLeases(reports())
                .build();
        return List.of(new Fact(
                JobsTopics.BOTS,
                name,
                BotEvent.newBuilder()
                        .setBot(name)
                        .setSession(session)
                        .setLabels(List.of(label))
                        .setEvent(sync)
                        .build()));
    }

    /** Returns whether it is offline; each bot is at another time, so that most are online. */
    private boolean isOff() {
        return number % 2 == 1 && (now + number * MINUTE_MS / 6) % MINUTE_MS < OFF_MS;
    }

    private List<LeaseReport> reports() {
        List<LeaseReport> reports = new ArrayList<>(stopped);
        stopped.clear();
        Iterator<Map.Entry<String, Work>> each = work.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<String, Work> entry = each.next();
            Work one = entry.getValue();
            boolean done = one.doneAt() <= now;
            boolean broken = done && random.nextInt(12) == 0;
            reports.add(LeaseReport.newBuilder()
                    .setJob(entry.getKey())
                    .setLease(one.lease())
                    .setState(done ? LeaseState.COMPLETED : LeaseState.ACTIVE)
                    .setStatus(broken ? "INTERNAL" : "OK")
                    .build());
            if (done) {
                each.remove();
            }
        }
        return reports;
    }

    void hear(LeaseEvent event) {
        if (!event.getSession().equals(session)) {
            return;
        }
        switch (event.getKind()) {
            case ASSIGNED -> work.put(event.getJob(), new Work(event.getLease(), now + 1_000 + random.nextInt(4_000)));
            case EVICTED, CANCELLED -> {
                work.remove(event.getJob());
                stopped.add(LeaseReport.newBuilder()
                        .setJob(event.getJob())
                        .setLease(event.getLease())
                        .setState(LeaseState.CANCELLED)
                        .build());
            }
            case SESSION_ENDED -> session = "";
        }
    }
}
