package dev.rota.bench.cluster;

import dev.rota.bench.lanes.Lane;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.local.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Runs the measured system as one instance in a separate process, which keeps its disk when it is killed. */
public final class Restarted implements Lane {

    private final RunTopics site;
    private final Admin admin;
    private final Path folder;
    private final Instance instance;
    private final String heap;

    /**
     * @param heap the heap size of the process, as after {@code -Xmx}
     * @param resident whether all of the heap is resident from the start
     */
    public Restarted(RunTopics site, Admin admin, String heap, boolean resident) throws IOException {
        this.site = site;
        this.admin = admin;
        this.folder = Files.createTempDirectory("rota-bench");
        this.heap = heap;
        List<String> options =
                resident ? List.of("-Xmx" + heap, "-Xms" + heap, "-XX:+AlwaysPreTouch") : List.of("-Xmx" + heap);
        this.instance = new Instance("one", site.names().domain().name(), folder, site.settings(), options);
    }

    @Override
    public void start() {
        try {
            instance.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void awaitReady() throws IOException, InterruptedException {
        instance.awaitReady();
    }

    public void kill() throws InterruptedException {
        instance.kill();
    }

    /** Returns the peak of its resident memory outside a heap that is resident from the start, in bytes. */
    public long residentPeakOutsideHeap() {
        long heapGibibytes = Long.parseLong(heap.replace("g", ""));
        return (instance.residentPeakKibibytes() << 10) - (heapGibibytes << 30);
    }

    /** Returns the lines of its log about restored rows. */
    public List<String> restored() throws IOException {
        return instance.logged("restored");
    }

    @Override
    public long taken() {
        return Taken.by(site.names(), admin);
    }

    /** Returns 0, since another process does not report it. */
    @Override
    public long rowsWritten() {
        return 0;
    }

    @Override
    public void close() {
        instance.close();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
