package dev.rota.bench;

import dev.rota.bench.cluster.Restarted;
import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.FactProducer;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.report.Figures;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;

/**
 * Measures how long a unit with large state is without decisions if the only instance is killed and started again on
 * the same disk.
 */
final class RestartsBench {

    /**
     * A unit with large state.
     *
     * @param filling the events that fill it
     * @param further endless further events
     * @param between how many of them are decided before each kill, so that RocksDB has not flushed all rows
     * @param heap the heap size of the instance
     */
    record Load(String name, Iterator<Fact> filling, Iterator<Fact> further, int between, String heap) {}

    private final BenchCluster track;
    private final Admin admin;
    private final int kills;
    private final boolean resident;
    private final ReportPrinter out;

    /** @param resident whether the heap is resident from the start, and the peak of the other memory is printed */
    RestartsBench(BenchCluster track, Admin admin, int kills, boolean resident, ReportPrinter out) {
        this.track = track;
        this.admin = admin;
        this.kills = kills;
        this.resident = resident;
        this.out = out;
    }

    /** @param loaded is called once there are topics: Avro trusts generated classes only from then on */
    void run(Supplier<Load> loaded) throws InterruptedException, IOException {
        try (RunTopics site = track.site()) {
            run(site, loaded.get());
        }
    }

    private void run(RunTopics site, Load load) throws InterruptedException, IOException {
        try (Restarted instance = new Restarted(site, admin, load.heap(), resident);
                FactProducer producer = new FactProducer(site, true)) {
            instance.start();
            instance.awaitReady();
            long start = System.nanoTime();
            while (load.filling().hasNext()) {
                producer.produce(load.filling().next());
            }
            settle(site, instance, producer);
            out.print("");
            out.print(
                    "%s: filled in %.0f s, changelog of %,d MiB",
                    load.name(),
                    (System.nanoTime() - start) / 1e9,
                    site.footprint().changelog() >> 20);
            printOutsideHeap(instance, load);
            double[] ready = new double[kills];
            double[] decided = new double[kills];
            for (int i = 0; i < kills; i++) {
                produce(load, producer, load.between());
                settle(site, instance, producer);
                instance.kill();
                produce(load, producer, 1);
                producer.flush();
                long begun = System.nanoTime();
                instance.start();
                instance.awaitReady();
                ready[i] = (System.nanoTime() - begun) / 1e9;
                settle(site, instance, producer);
                decided[i] = (System.nanoTime() - begun) / 1e9;
                printOutsideHeap(instance, load);
            }
            row("ready", ready);
            row("next event committed", decided);
            instance.restored().forEach(line -> out.print("    %s", line));
        }
    }

    private void printOutsideHeap(Restarted instance, Load load) {
        if (resident) {
            out.print(
                    "  resident besides the heap of %s: at most %,d MiB",
                    load.heap(), instance.residentPeakOutsideHeap() >> 20);
        }
    }

    private static void produce(Load load, FactProducer producer, int events) {
        LongStream.range(0, events).forEach(i -> producer.produce(load.further().next()));
    }

    private static void settle(RunTopics site, Restarted instance, FactProducer producer) throws InterruptedException {
        producer.flush();
        site.awaitCommitted(instance, producer.produced());
    }

    private void row(String what, double[] seconds) {
        out.print(
                "  from the start after kill -9 until %-22s %6.1f s (%.1f to %.1f)",
                what, Figures.quantile(seconds, 0.5), Figures.quantile(seconds, 0), Figures.quantile(seconds, 1));
    }
}
