package dev.rota.bench.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.lanes.RunTopics;
import dev.rota.engine.Domain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Owners;
import dev.rota.kafka.Partitions;
import dev.rota.local.Folders;
import dev.rota.local.LocalCluster;
import dev.rota.local.LocalNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;

/** Kills, freezes, stops and restarts instances and brokers, and measures how long units are without decisions. */
public final class Outages implements AutoCloseable {

    /** The number of partitions. Each has one unit, so that a unit stands for its partition. */
    public static final int PARTITIONS = 8;

    /** The time between two events of a unit. */
    public static final int PERIOD_MS = 250;

    private static final long SETTLED_SECONDS_MAX = 300;
    private static final List<String> INSTANCES = List.of("a", "b", "c");

    private final Domain domain;
    private final LocalCluster cluster;
    private final RunTopics site;
    private final Admin admin;
    private final Path folder = Files.createTempDirectory("rota-bench");
    private final List<Instance> instances = new ArrayList<>();
    private final Probe probe;
    private int brokersKilled;
    private int exitedAfterFreeze;

    public Outages(Domain domain, LocalCluster cluster, RunTopics site, Admin admin) throws IOException {
        this.domain = domain;
        this.cluster = cluster;
        this.site = site;
        this.admin = admin;
        for (String id : INSTANCES) {
            add(id);
        }
        this.probe = new Probe(site, units());
        probe.start();
    }

    /** Returns names of units such that each partition has one. */
    private static List<String> units() {
        SortedMap<Integer, String> units = new TreeMap<>();
        for (int i = 0; units.size() < PARTITIONS; i++) {
            String unit = "relay-" + i;
            units.putIfAbsent(Partitions.of(unit.getBytes(UTF_8), PARTITIONS), unit);
        }
        return List.copyOf(units.values());
    }

    private void add(String id) throws IOException {
        Instance instance = new Instance(id, domain.name(), folder, site.settings());
        instances.add(instance);
        instance.start();
    }

    /**
     * The duration of an outage.
     *
     * @param where the unit without decisions, and when; empty if all units had none
     */
    public record Outage(double seconds, String where) {

        private static Outage of(double seconds) {
            return new Outage(seconds, "");
        }
    }

    /**
     * Kills the instance that owns most partitions with {@code kill -9}. Returns the seconds until all units are
     * decided again.
     */
    public Outage killInstance() throws IOException, InterruptedException {
        Instance victim = settledOwner();
        victim.kill();
        double seconds = untilBack();
        victim.start();
        return Outage.of(seconds);
    }

    /** Freezes the instance that owns most partitions. It is thawed once all units are decided elsewhere. */
    public Outage freezeInstance() throws IOException, InterruptedException {
        Instance victim = settledOwner();
        victim.freeze();
        double seconds = untilBack();
        victim.thaw();
        try {
            victim.awaitReady();
        } catch (IllegalStateException e) {
            exitedAfterFreeze++;
            victim.start();
        }
        return Outage.of(seconds);
    }

    /**
     * Stops the instance that owns most partitions as planned. Returns the longest gap between two decisions of a unit.
     */
    public Outage stopInstance() throws IOException, InterruptedException {
        Instance victim = settledOwner();
        long since = System.nanoTime();
        victim.terminate();
        double stopped = secondsSince(since);
        probe.awaitBack(probe.rounds());
        Probe.Gap gap = probe.longestGap(since);
        victim.start();
        return new Outage(gap.seconds(), where(gap, "%s had stopped after %.1f s", victim.id(), stopped));
    }

    /**
     * Restarts all instances, each once the one before is ready. Returns the longest gap of a unit until each
     * instance has its share again.
     */
    public Outage rollInstances() throws IOException, InterruptedException {
        settle();
        long since = System.nanoTime();
        List<String> steps = new ArrayList<>();
        for (Instance instance : instances) {
            double stops = secondsSince(since);
            instance.terminate();
            double stopped = secondsSince(since);
            instance.start();
            steady();
            steps.add(String.format(
                    Locale.ROOT,
                    "%s stopped from %.1f to %.1f s and was ready by %.1f s",
                    instance.id(),
                    stops,
                    stopped,
                    secondsSince(since)));
        }
        settle();
        Probe.Gap gap = probe.longestGap(since);
        return new Outage(gap.seconds(), where(gap, "%s", String.join(", ", steps)));
    }

    private static String where(Probe.Gap gap, String format, Object... args) {
        return String.format(
                        Locale.ROOT, "%s from %.1f to %.1f s; ", gap.unit(), gap.after(), gap.after() + gap.seconds())
                + String.format(Locale.ROOT, format, args);
    }

    private static double secondsSince(long ns) {
        return (System.nanoTime() - ns) / 1e9;
    }

    /**
     * Kills one broker with {@code kill -9}, another one at each call. Returns the seconds until all units are decided
     * again.
     */
    public Outage killBroker() throws IOException, InterruptedException {
        settle();
        LocalNode victim = cluster.nodes().get(brokersKilled++ % LocalCluster.NODES);
        victim.kill();
        double seconds = untilBack();
        victim.start();
        victim.awaitStarted();
        return Outage.of(seconds);
    }

    /**
     * Kills all brokers with {@code kill -9}. Returns the seconds until all units are decided again after the brokers
     * are back. Two of them would not be enough: after an unclean stop, only the last eligible replica of a partition
     * is known to have all its records, and that may be on the third.
     */
    public Outage killAllBrokers() throws IOException, InterruptedException {
        settle();
        for (LocalNode node : cluster.nodes()) {
            node.kill();
        }
        for (LocalNode node : cluster.nodes()) {
            node.start();
        }
        for (LocalNode node : cluster.nodes()) {
            node.awaitStarted();
        }
        return Outage.of(untilBack());
    }

    private double untilBack() throws InterruptedException {
        long since = System.nanoTime();
        return (probe.awaitBack(probe.rounds()) - since) / 1e9;
    }

    /** Returns how many frozen instances exited when they were thawed, and had to be restarted. */
    public int exitedAfterFreeze() {
        return exitedAfterFreeze;
    }

    /** Waits until the cluster is settled, and returns the instance that owns most partitions. */
    private Instance settledOwner() throws IOException, InterruptedException {
        settle();
        SortedMap<String, Set<Integer>> owners = owners();
        Instance most = instances.get(0);
        for (Instance instance : instances) {
            if (owned(owners, instance) > owned(owners, most)) {
                most = instance;
            }
        }
        return most;
    }

    private static int owned(SortedMap<String, Set<Integer>> owners, Instance instance) {
        return owners.getOrDefault(instance.id(), new TreeSet<>()).size();
    }

    private SortedMap<String, Set<Integer>> owners() {
        return Owners.of(admin, site.names().scheduler(), site.names().log());
    }

    /** Waits until the cluster is steady and each instance has its share of the partitions. */
    private void settle() throws IOException, InterruptedException {
        steady();
        await("partitions shared out evenly", () -> {
            List<Integer> counts = owners().values().stream().map(Set::size).toList();
            return counts.size() == instances.size() && Collections.max(counts) - Collections.min(counts) <= 1;
        });
        probe.awaitBack(probe.rounds());
    }

    /** Waits until all instances are ready and in the group, all replicas are in sync, and all units are decided. */
    private void steady() throws IOException, InterruptedException {
        Set<String> ids = new TreeSet<>();
        for (Instance instance : instances) {
            instance.awaitReady();
            ids.add(instance.id());
        }
        await("all instances in the group", () -> owners().keySet().equals(ids));
        await("all replicas in sync", this::inSync);
        probe.awaitBack(probe.rounds());
    }

    private boolean inSync() {
        Set<String> topics = AdminAnswers.get(admin.listTopics().names());
        return AdminAnswers.get(admin.describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size());
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLED_SECONDS_MAX);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("expected within " + SETTLED_SECONDS_MAX + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Ends the traffic and returns a sentence about the decisions. */
    public String end() throws InterruptedException {
        return probe.end();
    }

    @Override
    public void close() throws IOException {
        probe.close();
        instances.forEach(Instance::close);
        Folders.delete(folder);
    }
}
