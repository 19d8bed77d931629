package dev.rota.pages.source;

import dev.rota.pages.index.Entry;
import dev.rota.pages.index.Values;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.source.TopicReader.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the values of entries that are not kept any more, those of a partition that lie close together at once. */
public final class StoredValues {

    /** Records between two that are wanted are read along if there are no more of them; to seek costs as much. */
    private static final long GAP_MAX = 500;

    private static final long BYTES_MAX = 8L << 20;

    private final TopicReader reader;
    private final Values values;

    public StoredValues(TopicReader reader, Values values) {
        this.reader = reader;
        this.values = values;
    }

    /** Makes those values kept that can be read; who misses one reads it alone, and learns why it cannot be. */
    public void fetch(List<Entry> entries) {
        Map<String, List<Entry>> byPartition = new TreeMap<>();
        for (Entry entry : entries) {
            if (values.of(entry) == null) {
                byPartition
                        .computeIfAbsent(entry.topic() + "/" + entry.partition(), at -> new ArrayList<>())
                        .add(entry);
            }
        }
        for (List<Entry> wanted : byPartition.values()) {
            wanted.sort(Comparator.comparingLong(Entry::offset));
            int from = 0;
            for (int i = 1; i <= wanted.size(); i++) {
                if (i == wanted.size()
                        || wanted.get(i).offset() - wanted.get(i - 1).offset() > GAP_MAX) {
                    fetchRun(wanted.subList(from, i));
                    from = i;
                }
            }
        }
    }

    private void fetchRun(List<Entry> run) {
        Entry first = run.get(0);
        if (run.size() == 1) {
            return;
        }
        Coordinates begin = new Coordinates(first.topic(), first.partition(), first.offset());
        long end = run.get(run.size() - 1).offset() + 1;
        try {
            int next = 0;
            for (Stored record : reader.read(begin, end, BYTES_MAX)) {
                while (next < run.size() && run.get(next).offset() < record.at().offset()) {
                    next++;
                }
                boolean isWanted = next < run.size()
                        && run.get(next).offset() == record.at().offset();
                if (isWanted && record.value() != null) {
                    values.add(first.topic(), first.partition(), record.at().offset(), record.value());
                }
            }
        } catch (NotReadable e) {
            // Each is read alone then.
            return;
        }
    }
}
