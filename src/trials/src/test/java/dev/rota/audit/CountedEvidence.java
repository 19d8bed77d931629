package dev.rota.audit;

import dev.rota.audit.evidence.Evidence;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts how often each partition is read, and how many of its records. */
final class CountedEvidence implements Evidence {

    private final Evidence evidence;
    final Map<String, Integer> reads = new ConcurrentHashMap<>();

    CountedEvidence(Evidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public Records read(String topic, int partition, long from, long to) {
        if (from < to) {
            reads.merge(topic + "/" + partition, 1, Integer::sum);
        }
        return evidence.read(topic, partition, from, to);
    }

    @Override
    public void settle(Collection<String> topics) {
        evidence.settle(topics);
    }

    @Override
    public SortedMap<Integer, OffsetRange> ranges(String topic) {
        return evidence.ranges(topic);
    }

    @Override
    public String topicId(String topic) {
        return evidence.topicId(topic);
    }

    @Override
    public boolean isCompacted(String topic) {
        return evidence.isCompacted(topic);
    }

    @Override
    public long firstSince(String topic, int partition, long time) {
        return evidence.firstSince(topic, partition, time);
    }

    @Override
    public void close() {
        evidence.close();
    }
}
