package dev.rota.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.serde.UnreadableValue;
import dev.rota.stream.Await;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Clients that constantly submit jobs to all cohorts. There are no bots, so each job is only queued. */
public final class JobTraffic implements AutoCloseable {

    static final int COHORTS = 12;

    /** The value of the domain's setting: each cohort takes jobs with the cohort's name as their label. */
    public static final String SETTING = IntStream.range(0, COHORTS)
            .mapToObj(number -> cohort(number) + ":" + cohort(number))
            .collect(Collectors.joining(";"));

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Tenant tenant;
    private final TopicTail events;
    private final BitSet queued = new BitSet();
    private final Thread thread = new Thread(this::run, "traffic");
    private volatile boolean running = true;
    private int submitted;

    public JobTraffic(Tenant tenant) {
        this.tenant = tenant;
        this.events = tenant.tail("jobs.events");
        thread.setDaemon(true);
        thread.start();
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
            String job = "job-" + submitted++;
            JobSubmitted event = new JobSubmitted("clients", 0, List.of(), null, null, null, null, null, List.of(), "");
            try {
                tenant.produce("jobs.submissions", job, new JobEvent(job, cohort(cohort), event));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return submitted;
    }

    /** Submits a job to each cohort, and waits until some instance has decided each job so far. */
    public void awaitDecided() {
        int all = submit();
        Await.untilTransactionsEnd(
                () -> all + " jobs queued, but job " + queued.nextClearBit(0) + " is not; " + tenant.failures(), () -> {
                    events.more().forEach(this::hear);
                    return queued.nextClearBit(0) >= all;
                });
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        try {
            JobStateEvent event = (JobStateEvent) tenant.wire().read(record.topic(), record.value());
            queued.set(Integer.parseInt(event.getJob().substring("job-".length())));
        } catch (UnreadableValue | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public synchronized int submitted() {
        return submitted;
    }

    /** Stops submitting, and waits until all jobs are decided. */
    public void end() throws InterruptedException {
        running = false;
        thread.join();
        awaitDecided();
        assertThat(tenant.failures()).isEmpty();
    }

    @Override
    public void close() {
        running = false;
    }
}
