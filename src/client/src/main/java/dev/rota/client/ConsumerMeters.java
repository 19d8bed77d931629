package dev.rota.client;

import dev.rota.engine.Nullable;
import dev.rota.shards.ReceiptStatus;
import dev.rota.worker.execute.WorkerFigures;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The meters of a {@link KeyedConsumer} in a registry of Micrometer. Needs {@code io.micrometer:micrometer-core}, which
 * rota-client does not bring; no other class of rota-client refers to this one.
 *
 * <ul>
 *   <li>timer {@code rota.consumer.handling} ({@code pool}, {@code outcome}): how often handlers ended, and how long they
 *       took. The outcome is the status of the receipt, or {@code LOST} if it was discarded with its turn
 *   <li>gauges ({@code pool}, {@code worker}), removed when the consumer is closed: {@code rota.consumer.slots}, the turns
 *       that the consumer announces that it can hold; {@code rota.consumer.turns}, those that it holds; {@code
 *       rota.consumer.running}, those that threads execute
 * </ul>
 */
public final class ConsumerMeters {

    private static final String LOST = "LOST";

    private final MeterRegistry registry;
    private final Map<ReceiptStatus, Timer> timers = new EnumMap<>(ReceiptStatus.class);
    private final Timer lost;
    private final List<Meter> gauges = new ArrayList<>();

    private ConsumerMeters(String pool, MeterRegistry registry) {
        this.registry = registry;
        for (ReceiptStatus status : ReceiptStatus.values()) {
            // no handler of a record reverts it
            if (status != ReceiptStatus.REVERTED) {
                timers.put(status, timer(pool, status.name()));
            }
        }
        this.lost = timer(pool, LOST);
    }

    private Timer timer(String pool, String outcome) {
        return Timer.builder("rota.consumer.handling")
                .description("How often handlers of records ended, and how long they took")
                .tags("pool", pool, "outcome", outcome)
                .register(registry);
    }

    /**
     * Registers the meters of a consumer, before it runs.
     *
     * @throws IllegalStateException if the consumer runs
     */
    public static void bind(KeyedConsumer consumer, MeterRegistry registry) {
        ConsumerMeters meters = new ConsumerMeters(consumer.pool(), registry);
        consumer.meter(meters::handled, meters::removeGauges);
        Tags tags = Tags.of("pool", consumer.pool(), "worker", consumer.worker());
        meters.gauge("slots", "The turns that the consumer can hold", tags, consumer, WorkerFigures::slots);
        meters.gauge("turns", "The turns that the consumer holds", tags, consumer, WorkerFigures::held);
        meters.gauge("running", "The turns that threads execute", tags, consumer, WorkerFigures::running);
    }

    private void gauge(
            String name, String help, Tags tags, KeyedConsumer consumer, ToIntFunction<WorkerFigures> figure) {
        gauges.add(Gauge.builder("rota.consumer." + name, consumer, each -> {
                    WorkerFigures figures = each.figures();
                    return figures == null ? 0 : figure.applyAsInt(figures);
                })
                .description(help)
                .tags(tags)
                .register(registry));
    }

    private void handled(@Nullable ReceiptStatus status, long elapsedNs) {
        (status == null ? lost : timers.getOrDefault(status, lost)).record(Duration.ofNanos(elapsedNs));
    }

    private void removeGauges() {
        gauges.forEach(registry::remove);
    }
}
