package dev.rota.pages.source;

import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Values;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.source.TopicReader.Span;
import dev.rota.pages.source.TopicReader.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** Reads the values of entries that are no longer cached, all of a partition in one request. */
public final class StoredValues {

    /**
     * The gap between two wanted records up to which the records in between are read rather than skipped by a seek,
     * which costs as much.
     */
    private static final long GAP_MAX = 500;

    private static final long BYTES_MAX = 8L << 20;

    private final TopicReader reader;
    private final Values values;

    public StoredValues(TopicReader reader, Values values) {
        this.reader = reader;
        this.values = values;
    }

    /**
     * Caches the values of those entries that can be read. A caller that misses a value reads it alone, and receives
     * the reason if that fails.
     */
    public void fetch(List<Entry> entries) {
        Map<TopicPartition, NavigableSet<Long>> wanted = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (values.of(entry) == null) {
                wanted.computeIfAbsent(
                                new TopicPartition(entry.topic(), entry.partition()), partition -> new TreeSet<>())
                        .add(entry.offset());
            }
        }
        wanted.forEach(this::fetch);
    }

    private void fetch(TopicPartition partition, NavigableSet<Long> offsets) {
        if (offsets.size() == 1) {
            // A single value may be too large to cache, and would be read twice.
            return;
        }
        try {
            for (Stored record : reader.read(partition, spans(offsets), BYTES_MAX)) {
                if (record.value() != null && offsets.contains(record.at().offset())) {
                    values.add(
                            partition.topic(),
                            partition.partition(),
                            record.at().offset(),
                            record.value());
                }
            }
        } catch (NotReadable e) {
            // The callers read each value alone.
            return;
        }
    }

    private static List<Span> spans(NavigableSet<Long> offsets) {
        List<Span> spans = new ArrayList<>();
        long from = offsets.first();
        long last = from;
        for (long offset : offsets) {
            if (offset - last > GAP_MAX) {
                spans.add(new Span(from, last + 1));
                from = offset;
            }
            last = offset;
        }
        spans.add(new Span(from, last + 1));
        return spans;
    }
}
