package dev.rota.stream.intake;

import dev.rota.settings.Names;
import dev.rota.stream.meters.Latencies;
import dev.rota.stream.meters.Series;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Measures how much intake appends, and how far it is behind the producers. */
final class IntakeMeter {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Counter appended;
    private final Timer latency;
    private final Series lag;
    private final Series oldest;
    private final LongSupplier wallMs;
    private final LongSupplier nanos;
    private long looked;

    /** @param unread returns how many partitions and adopted topics are not read */
    IntakeMeter(
            Names names,
            ParkedPartitions parked,
            IntSupplier unread,
            MeterRegistry metrics,
            LongSupplier wallMs,
            LongSupplier nanos) {
        this.wallMs = wallMs;
        this.nanos = nanos;
        this.looked = nanos.getAsLong() - LOOK_NANOS;
        Tags domain = Tags.of("domain", names.domain().name());
        appended = Counter.builder("rota.intake.records")
                .description("Input records that intake appended to the log")
                .tags(domain)
                .register(metrics);
        latency = Latencies.timer(
                "rota.intake.latency",
                "From an input record's timestamp until the log has it",
                names.domain().name(),
                metrics);
        lag = new Series(
                "rota.intake.lag",
                "Input records of this instance's partitions that are not appended yet",
                domain,
                metrics);
        oldest = new Series(
                "rota.intake.oldest.seconds",
                "Age of the oldest input record that this instance has read and not appended, by its timestamp",
                domain,
                metrics);
        Gauge.builder("rota.intake.parked", parked, ParkedPartitions::count)
                .description("Input partitions that are paused until the registry has answered for a schema id")
                .tags(domain)
                .register(metrics);
        Gauge.builder("rota.intake.unread", unread, IntSupplier::getAsInt)
                .description("Adopted topics, and input partitions of this instance, that cannot be read now")
                .tags(domain)
                .strongReference(true)
                .register(metrics);
    }

    /** Notes that the log has acknowledged an input record with this timestamp. */
    void acknowledged(long timestamp) {
        appended.increment();
        if (timestamp >= 0) {
            latency.record(age(timestamp), TimeUnit.MILLISECONDS);
        }
    }

    /** Notes how far intake is behind, once a second. */
    void look(Consumer<?, ?> consumer, InputBuffer buffer) {
        long now = nanos.getAsLong();
        if (now - looked < LOOK_NANOS) {
            return;
        }
        looked = now;
        Map<Tags, Double> behind = new HashMap<>();
        Map<Tags, Double> ages = new HashMap<>();
        for (TopicPartition partition : consumer.assignment()) {
            Tags topic = Tags.of("topic", partition.topic());
            // The consumer derives the lag from its last fetch, and has none at first.
            behind.merge(topic, (double) consumer.currentLag(partition).orElse(0), Double::sum);
            ages.putIfAbsent(topic, 0.0);
        }
        buffer.each(records -> behind.merge(
                Tags.of("topic", records.element().record().topic()), (double) records.size(), Double::sum));
        // Buffered records wait while the cluster does not answer, and the consumer no longer counts them.
        buffer.eachUnchecked(record -> behind.merge(Tags.of("topic", record.topic()), 1.0, Double::sum));
        buffer.first().values().stream()
                .filter(record -> record.timestamp() >= 0)
                .forEach(record ->
                        ages.merge(Tags.of("topic", record.topic()), age(record.timestamp()) / 1e3, Math::max));
        lag.set(behind);
        oldest.set(ages);
    }

    private long age(long timestamp) {
        return Math.max(0, wallMs.getAsLong() - timestamp);
    }
}
