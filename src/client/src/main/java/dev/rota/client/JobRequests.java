package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobsTopics;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends requests about jobs and finds the decision about each. A rejection names the input by its coordinates, so those
 * are kept until the request is answered.
 */
public final class JobRequests implements AutoCloseable {

    /**
     * The decision about a request.
     *
     * @param refused the rejection, or null if the request was accepted
     */
    public record Answer(String job, @Nullable Rejection refused) {}

    private final Set<JobStateKind> accepted;
    private final String topic;
    private final Wire wire;
    private final JobDecisions decisions;
    private final Producer<byte[], byte[]> producer;

    private final List<String> sentJobs = new ArrayList<>();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final Map<String, String> jobBySource = new HashMap<>();
    private final Map<String, String> sourceByJob = new HashMap<>();

    /** Creates a sender of submissions, which are accepted when the job is queued or waits for others. */
    public static JobRequests submissions(Settings settings, Wire wire) {
        return new JobRequests(settings, wire, Set.of(JobStateKind.QUEUED, JobStateKind.WAITING));
    }

    /** Creates a sender of cancellations. */
    public static JobRequests cancellations(Settings settings, Wire wire) {
        return new JobRequests(settings, wire, Set.of(JobStateKind.CANCELLED));
    }

    private JobRequests(Settings settings, Wire wire, Set<JobStateKind> accepted) {
        this.accepted = accepted;
        this.topic = settings.topic(JobsTopics.SUBMISSIONS);
        this.wire = wire;
        this.decisions = JobDecisions.fromNow(settings, wire);
        this.producer = new KafkaProducer<>(settings.producing(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    public void submit(String job, JobSpec spec, @Nullable ByteBuffer payload) throws InterruptedException {
        send(new JobEvent(job, spec.label(), spec.submitted(payload)));
    }

    /** Submits a job with the key of others: then the scheduler gets them in the order in which they were sent. */
    public void submit(String job, JobSpec spec, @Nullable ByteBuffer payload, String key) throws InterruptedException {
        send(new JobEvent(job, spec.label(), spec.submitted(payload)), key);
    }

    public void cancel(String job, String label) throws InterruptedException {
        send(new JobEvent(job, label, new JobCancelled()));
    }

    /** Cancels a job with the key of others: they are cancelled in the order in which the requests were sent. */
    public void cancel(String job, String label, String key) throws InterruptedException {
        send(new JobEvent(job, label, new JobCancelled()), key);
    }

    private void send(JobEvent request) throws InterruptedException {
        send(request, request.getJob());
    }

    private void send(JobEvent request, String key) throws InterruptedException {
        sentJobs.add(request.getJob());
        sent.add(producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), wire.write(topic, request))));
    }

    /** Returns the number of requests that are not answered yet. */
    public int pending() {
        return sent.size() + jobBySource.size();
    }

    /** Returns the answers since the last call; waits up to {@code patience} if there are none. */
    public List<Answer> answers(Duration patience) throws UnreadableValue, InterruptedException {
        // before decisions are read: an answer is found by the coordinates of its request
        awaitTaken();
        List<Answer> answers = new ArrayList<>();
        for (TimedDecision seen : decisions.poll(patience)) {
            if (seen.value() instanceof JobStateEvent event && accepted.contains(event.getKind())) {
                String source = sourceByJob.remove(event.getJob());
                if (source != null) {
                    jobBySource.remove(source);
                    answers.add(new Answer(event.getJob(), null));
                }
            } else if (seen.value() instanceof Rejection rejection) {
                String job = jobBySource.remove(rejection.getSource());
                if (job != null) {
                    sourceByJob.remove(job);
                    answers.add(new Answer(job, rejection));
                }
            }
        }
        return answers;
    }

    private void awaitTaken() throws InterruptedException {
        for (int i = 0; i < sent.size(); i++) {
            try {
                RecordMetadata at = sent.get(i).get();
                String source = at.topic() + "/" + at.partition() + "/" + at.offset();
                jobBySource.put(source, sentJobs.get(i));
                sourceByJob.put(sentJobs.get(i), source);
            } catch (ExecutionException e) {
                throw new KafkaException("a request was not taken: "
                        + Objects.requireNonNullElse(e.getCause(), e).getMessage());
            }
        }
        sent.clear();
        sentJobs.clear();
    }

    @Override
    public void close() {
        producer.close();
        decisions.close();
    }
}
