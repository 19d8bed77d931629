package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.PolicyEvent;
import dev.rota.serde.UnreadableValue;
import dev.rota.trials.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Bots of one cohort with a lease each. Living bots sync while a test waits. Syncs that their producer cannot deliver
 * in time are lost, as with a real bot.
 */
public final class LeasedBots implements AutoCloseable {

    private static final long SYNC_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Tenant tenant;
    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicTail assignments;
    private final TopicTail events;

    /** The report of each bot's lease. */
    private final Map<String, LeaseReport> reports = new TreeMap<>();

    /** The states of each job, of the first {@code decoded} events. */
    private final Map<String, List<String>> states = new TreeMap<>();

    private int decoded;

    private final Set<String> living = new TreeSet<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong undelivered = new AtomicLong();
    private long lastSync;

    /** @param deliveryMs the delivery timeout of their producer */
    public LeasedBots(Tenant tenant, int deliveryMs) {
        this.tenant = tenant;
        Properties properties = tenant.settings().producing();
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, String.valueOf(deliveryMs));
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, String.valueOf(deliveryMs / 2));
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "1000");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.assignments = tenant.tail("jobs.assignments");
        this.events = tenant.tail("jobs.events");
    }

    /** Sets the timeouts of bots and leases, and assigns a lease to each bot. The bots live until they fall silent. */
    public void assign(long timeoutMs, String... bots) throws Exception {
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setBotTimeoutMs(timeoutMs)
                .setLeaseAckMs(timeoutMs)
                .build();
        tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
        tenant.awaitTaken(JobsTopics.POLICIES);
        living.addAll(List.of(bots));
        for (String bot : bots) {
            tenant.produce(
                    JobsTopics.SUBMISSIONS,
                    "job of " + bot,
                    new JobEvent(
                            "job of " + bot,
                            "unknown",
                            JobSubmitted.newBuilder().setInstance("a").build()));
        }
        await("a lease for each of " + living, () -> {
            for (ConsumerRecord<byte[], byte[]> record : assignments.more()) {
                LeaseEvent event = (LeaseEvent) value(record);
                if (event.getKind() == LeaseEventKind.ASSIGNED) {
                    reports.putIfAbsent(
                            event.getBot(),
                            LeaseReport.newBuilder()
                                    .setJob(event.getJob())
                                    .setLease(event.getLease())
                                    .setState(LeaseState.ACTIVE)
                                    .build());
                }
            }
            return reports.keySet().containsAll(living);
        });
    }

    /** Stops the bot's syncs, until {@link #speak}. */
    public void fallSilent(String bot) {
        living.remove(bot);
    }

    public void speak(String bot) {
        living.add(bot);
    }

    /** Waits for a condition while the living bots sync. */
    public void await(String what, BooleanSupplier condition) {
        await(() -> what, condition);
    }

    public void await(Supplier<String> what, BooleanSupplier condition) {
        Await.until(what, () -> {
            syncDue();
            return condition.getAsBoolean();
        });
    }

    /** Lets the living bots sync if it is time. */
    void syncDue() {
        if (System.nanoTime() - lastSync > SYNC_INTERVAL_NS) {
            lastSync = System.nanoTime();
            living.forEach(this::sync);
        }
    }

    /** Waits until the bot is lost because of silence, so that its job is queued again. */
    public void awaitLost(String bot) {
        await(() -> bot + " to be found, but " + states(bot), () -> states(bot).contains("RETRIED"));
    }

    /** Reports the bot's job as completed, and asserts that the report is accepted: the bot was never lost. */
    public void complete(String bot) {
        LeaseReport active = Objects.requireNonNull(reports.get(bot), bot);
        reports.put(
                bot,
                LeaseReport.newBuilder()
                        .setJob(active.getJob())
                        .setLease(active.getLease())
                        .setState(LeaseState.COMPLETED)
                        .build());
        sync(bot);
        fallSilent(bot);
        await(
                () -> bot + " to complete its job, but " + states(bot),
                () -> states(bot).contains("COMPLETED"));
        assertThat(states(bot)).containsExactly("QUEUED", "ASSIGNED", "COMPLETED");
    }

    /** Returns the states of the bot's first job, in order. */
    public List<String> states(String bot) {
        LeaseReport report = reports.get(bot);
        List<ConsumerRecord<byte[], byte[]>> all = events.toEnd();
        for (; decoded < all.size(); decoded++) {
            JobStateEvent event = (JobStateEvent) value(all.get(decoded));
            states.computeIfAbsent(event.getJob(), job -> new ArrayList<>())
                    .add(event.getKind().toString());
        }
        return report == null ? List.of() : states.getOrDefault(report.getJob(), List.of());
    }

    /** Returns whether the producer has given up syncs and has none left to deliver. */
    public boolean haveGivenUp() {
        return undelivered.get() > 0 && acknowledged.get() + undelivered.get() == sent.get();
    }

    private void sync(String bot) {
        @Nullable LeaseReport report = reports.get(bot);
        BotSync sync = BotSync.newBuilder()
                .setLeases(report == null ? List.of() : List.of(report))
                .build();
        String topic = tenant.names().topic(JobsTopics.BOTS);
        try {
            byte[] value = tenant.wire()
                    .write(
                            topic,
                            BotEvent.newBuilder()
                                    .setBot(bot)
                                    .setSession("s")
                                    .setEvent(sync)
                                    .build());
            sent.incrementAndGet();
            var unused = producer.send(new ProducerRecord<>(topic, bot.getBytes(UTF_8), value), (at, failure) -> {
                (failure == null ? acknowledged : undelivered).incrementAndGet();
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(ConsumerRecord<byte[], byte[]> record) {
        try {
            return tenant.wire().read(record.topic(), record.value());
        } catch (InterruptedException | UnreadableValue e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
