package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobsTopics;
import dev.rota.kafka.Partitions;
import dev.rota.kafka.ReliableClients;
import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads decisions about jobs: all from now on, or the history of all or of some jobs. */
public final class JobDecisions implements AutoCloseable {

    private final Settings settings;
    private final Wire wire;
    private final Consumer<byte[], byte[]> consumer;

    /** The end of each partition at the beginning of a history. */
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    private final Map<TopicPartition, Long> begins = new HashMap<>();

    private JobDecisions(Settings settings, Wire wire) {
        this.settings = settings;
        this.wire = wire;
        this.consumer = ReliableClients.consumer(settings);
    }

    /** Creates a reader of decisions and rejections from now on. */
    static JobDecisions fromNow(Settings settings, Wire wire) {
        JobDecisions decisions = new JobDecisions(settings, wire);
        try {
            List<TopicPartition> all = new ArrayList<>(decisions.partitions(decisions.events()));
            all.addAll(decisions.partitions(settings.topic(JobsTopics.REJECTIONS.topic())));
            decisions.consumer.assign(all);
            decisions.consumer.seekToEnd(all);
            // read now: at the first poll the end might be after the first decision
            all.forEach(decisions.consumer::position);
            return decisions;
        } catch (RuntimeException e) {
            decisions.close();
            throw e;
        }
    }

    /**
     * Creates a reader of all decisions about the named jobs, or about all jobs if none is named, from the oldest
     * retained one on.
     */
    public static JobDecisions history(Settings settings, Wire wire, Collection<String> jobs) {
        JobDecisions decisions = new JobDecisions(settings, wire);
        try {
            List<TopicPartition> all = decisions.partitions(decisions.events());
            Set<TopicPartition> asked = new HashSet<>(jobs.isEmpty() ? all : List.of());
            jobs.forEach(job -> asked.add(all.get(Partitions.of(job.getBytes(UTF_8), all.size()))));
            decisions.consumer.assign(asked);
            decisions.consumer.seekToBeginning(asked);
            decisions.begins.putAll(decisions.consumer.beginningOffsets(asked));
            decisions.ends.putAll(decisions.consumer.endOffsets(asked));
            return decisions;
        } catch (RuntimeException e) {
            decisions.close();
            throw e;
        }
    }

    private String events() {
        return settings.topic(JobsTopics.EVENTS.topic());
    }

    /** Returns the partitions of a topic, by number. */
    private List<TopicPartition> partitions(String topic) {
        int count = consumer.partitionsFor(topic).size();
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        return partitions;
    }

    /** Returns the steps of jobs since the last call; waits up to {@code patience} if there are none. */
    public List<JobStep> steps(Duration patience) throws UnreadableValue, InterruptedException {
        List<JobStep> steps = new ArrayList<>();
        for (TimedDecision seen : poll(patience)) {
            if (seen.value() instanceof JobStateEvent event) {
                steps.add(new JobStep(seen.time(), event));
            }
        }
        return steps;
    }

    /** Returns the decisions since the last call; waits up to {@code patience} if there are none. */
    List<TimedDecision> poll(Duration patience) throws UnreadableValue, InterruptedException {
        List<TimedDecision> seen = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(patience)) {
            seen.add(new TimedDecision(record.timestamp(), wire.read(record.topic(), record.value())));
        }
        return seen;
    }

    /** Returns whether everything was read that existed when the history began. */
    public boolean isCaughtUp() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Returns how many records of the history were read, for progress. */
    public long done() {
        return begins.entrySet().stream()
                .mapToLong(begin -> consumer.position(begin.getKey()) - begin.getValue())
                .sum();
    }

    /** Returns how many records the history had when it began. */
    public long all() {
        return ends.entrySet().stream()
                .mapToLong(end -> end.getValue() - begins.getOrDefault(end.getKey(), 0L))
                .sum();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
