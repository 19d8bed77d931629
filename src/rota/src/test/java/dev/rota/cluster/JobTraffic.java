package dev.rota.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.serde.UnreadableValue;
import dev.rota.settings.AdoptedTopics;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.stream.adopted.MappingAnnouncement;
import dev.rota.trials.Await;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Clients that constantly submit jobs to all cohorts: to half of them by Rota's own messages, and to the others by plain
 * records of a topic that is adopted. There are no bots, so each job is only queued.
 */
public final class JobTraffic implements AutoCloseable {

    static final int COHORTS = 12;

    /** The topic that is adopted. */
    public static final String PLAIN = "plain.jobs";

    /** The domain's setting: each cohort takes jobs with the cohort's name as their label. */
    private static final String COHORTS_SETTING = IntStream.range(0, COHORTS)
            .mapToObj(number -> cohort(number) + ":" + cohort(number))
            .collect(Collectors.joining(";"));

    /** The domain with its cohorts. */
    public static final JobsDomain DOMAIN =
            (JobsDomain) new JobsDomain().configured(new TreeMap<>(Map.of("cohorts", COHORTS_SETTING)));

    /** The settings of the instances. */
    public static final Map<String, String> SETTINGS = Map.of(
            "jobs.cohorts",
            COHORTS_SETTING,
            "adopt." + PLAIN,
            "jobs",
            "adopt." + PLAIN + ".instance",
            "clients",
            "adopt." + PLAIN + ".label",
            "header:cohort");

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Tenant tenant;
    private final TopicTail events;
    private final BitSet queued = new BitSet();
    private final KafkaProducer<byte[], byte[]> plain;
    private final String plainId;

    /** The numbers of the jobs that the records of the adopted topic have become. */
    private final Map<String, Integer> adopted = new ConcurrentHashMap<>();

    private final Thread thread = new Thread(this::run, "traffic");
    private volatile boolean running = true;
    private volatile @Nullable Exception failure;
    private int submitted;

    /** Creates the topic of plain records with these replicas, and lets Rota adopt it. */
    public JobTraffic(Tenant tenant, int partitions, int replicas) {
        this.tenant = tenant;
        this.events = tenant.tail("jobs.events");
        this.plain = new KafkaProducer<>(
                tenant.settings().producing(), new ByteArraySerializer(), new ByteArraySerializer());
        this.plainId = adopt(partitions, (short) replicas);
        thread.setDaemon(true);
        thread.start();
    }

    private String adopt(int partitions, short replicas) {
        Uuid id = AdminAnswers.get(tenant.admin()
                .createTopics(List.of(new NewTopic(PLAIN, partitions, replicas)))
                .topicId(PLAIN));
        SortedMap<String, String> fields =
                AdoptedTopics.of(DOMAIN, tenant.settings()).get(PLAIN);
        new MappingAnnouncement(tenant.names(), tenant.settings(), tenant.admin())
                .announce(
                        AdoptedTopics.mapping(DOMAIN, PLAIN, false, Objects.requireNonNull(fields)),
                        OffsetSpec.earliest());
        return id.toString();
    }

    static String cohort(int number) {
        return "cohort-" + number;
    }

    private void run() {
        while (running) {
            submit();
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /** Submits a job to each cohort, and returns the number of jobs so far. */
    private synchronized int submit() {
        for (int cohort = 0; cohort < COHORTS; cohort++) {
            if (cohort % 2 == 1) {
                submitPlain(cohort(cohort), submitted++);
                continue;
            }
            String job = "job-" + submitted++;
            JobSubmitted event =
                    JobSubmitted.newBuilder().setInstance("clients").build();
            try {
                tenant.produce("jobs.submissions", job, new JobEvent(job, cohort(cohort), event));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return submitted;
    }

    private void submitPlain(String cohort, int number) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(PLAIN, ("job-" + number).getBytes(UTF_8));
        record.headers().add("cohort", cohort.getBytes(UTF_8));
        var unused = plain.send(record, (written, failed) -> {
            if (failed == null) {
                adopted.put(plainId + "/" + written.partition() + "/" + written.offset(), number);
            } else {
                failure = failed;
            }
        });
    }

    /** Submits a job to each cohort, and waits until some instance has decided each job so far. */
    public void awaitDecided() {
        int all = submit();
        plain.flush();
        Await.untilTransactionsEnd(
                () -> all + " jobs queued, but job " + queued.nextClearBit(0) + " is not; " + tenant.failures(), () -> {
                    events.more().forEach(this::hear);
                    return queued.nextClearBit(0) >= all;
                });
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        try {
            JobStateEvent event = (JobStateEvent) tenant.wire().read(record.topic(), record.value());
            Integer number = adopted.get(event.getJob());
            queued.set(number == null ? Integer.parseInt(event.getJob().substring("job-".length())) : number);
        } catch (UnreadableValue | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asserts that each record of both topics has caused one decision. */
    public void assertDecidedOnce() {
        List<String> outputs = DOMAIN.outputs().stream().map(Output::topic).toList();
        List<String> inputs = List.of(tenant.names().topic(JobsTopics.SUBMISSIONS), PLAIN);

        Map<String, Integer> decisions = DecidedSources.of(tenant, inputs, outputs);

        assertThat(decisions).hasSize(submitted);
        assertThat(decisions.values()).containsOnly(1);
        assertThat(decisions.keySet().stream().filter(source -> source.startsWith(PLAIN)))
                .hasSize(submitted / 2);
    }

    /** Stops submitting, and waits until all jobs are decided. */
    public void end() throws InterruptedException {
        running = false;
        thread.join();
        awaitDecided();
        assertThat(tenant.failures()).isEmpty();
        assertThat(failure).isNull();
    }

    @Override
    public void close() {
        running = false;
        plain.close(Duration.ZERO);
    }
}
