package dev.rota.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.bench.lanes.BenchCluster;
import dev.rota.bench.lanes.RunTopics;
import dev.rota.bench.lanes.WholePath;
import dev.rota.bench.report.HeapPeak;
import dev.rota.bench.report.ReportPrinter;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.workload.Traffic.Fact;
import java.io.IOException;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Measures epochs on the whole path, act by act, from producing the events to the last commit. */
final class EpochsBench {

    private final BenchCluster track;
    private final ReportPrinter out;

    EpochsBench(BenchCluster track, ReportPrinter out) {
        this.track = track;
        this.out = out;
    }

    void run(EpochActs epochs) throws InterruptedException, IOException {
        out.print("");
        out.print("whole path: %s", epochs.name());
        try (RunTopics site = track.site()) {
            Properties properties = site.settings().producing();
            properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
            WholePath lane = track.wholePath(site);
            lane.start();
            try (Producer<byte[], byte[]> producer =
                    new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
                for (EpochActs.Act act : epochs.acts()) {
                    if (act.afresh()) {
                        lane.close();
                        lane = track.wholePath(site);
                        lane.start();
                    }
                    act(site, lane, producer, act);
                }
            } finally {
                lane.close();
            }
            site.footprint().print(out);
        }
    }

    private void act(RunTopics site, WholePath lane, Producer<byte[], byte[]> producer, EpochActs.Act act)
            throws InterruptedException {
        HeapPeak.reset();
        long taken = lane.taken();
        long start = System.nanoTime();
        while (act.facts().hasNext()) {
            send(site, producer, act.facts().next());
            taken++;
        }
        producer.flush();
        lane.requireRunning();
        site.awaitCommitted(lane, taken);
        out.print(
                "  %-44s %8.2f s   heap peak %,6d MiB",
                act.name(), (System.nanoTime() - start) / 1e9, HeapPeak.bytes() >> 20);
    }

    private static void send(RunTopics site, Producer<byte[], byte[]> producer, Fact fact) {
        SpecificRecord value = fact.value();
        byte[] avro = AvroCodec.encoded(value);
        var unused = producer.send(new ProducerRecord<>(
                site.names().topic(fact.topic()),
                fact.key().getBytes(UTF_8),
                Framing.frame(site.schemaIds().getOrDefault(fact.topic(), 0), avro)));
    }
}
