package dev.rota.bench.cluster;

import dev.rota.bench.lanes.Lane;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.engine.Domain;
import dev.rota.kafka.Owners;
import dev.rota.local.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** Runs the measured system as instances in separate processes, which share the domain's partitions. */
public final class ClusterLane implements Lane {

    private final RunTopics site;
    private final Admin admin;
    private final Path folder;
    private final List<Instance> instances = new ArrayList<>();

    public ClusterLane(Domain domain, RunTopics site, Admin admin, int count) {
        this.site = site;
        this.admin = admin;
        try {
            this.folder = Files.createTempDirectory("rota-bench");
            for (int i = 1; i <= count; i++) {
                instances.add(new Instance("i" + i, domain.name(), folder, site.settings()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until each instance owns some partitions. */
    @Override
    public void start() throws InterruptedException {
        try {
            for (Instance instance : instances) {
                instance.start();
            }
            for (Instance instance : instances) {
                instance.awaitReady();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (!shared()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean shared() {
        var owners = Owners.of(admin, site.names().scheduler(), site.names().log());
        return owners.size() == instances.size() && owners.values().stream().noneMatch(Collection::isEmpty);
    }

    @Override
    public long taken() {
        return Taken.by(site.names(), admin);
    }

    /** Returns 0, since other processes do not report it. */
    @Override
    public long rowsWritten() {
        return 0;
    }

    @Override
    public void close() {
        instances.forEach(Instance::close);
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
