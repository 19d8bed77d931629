package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Indexes the cached records by the ids in them: the page of a job needs the few records with its id among tens of
 * thousands.
 */
final class IdIndex {

    /** The records with each id, the latest read first. */
    private final Map<String, Deque<Entry>> records = new HashMap<>();

    synchronized void add(Entry entry) {
        for (String id : ids(entry)) {
            records.computeIfAbsent(id, each -> new ArrayDeque<>(1)).addFirst(entry);
        }
    }

    /** Removes an evicted record. It is the oldest, so the search begins at the end. */
    synchronized void remove(Entry entry) {
        for (String id : ids(entry)) {
            Deque<Entry> with = records.get(id);
            Iterator<Entry> oldest = with == null ? List.<Entry>of().iterator() : with.descendingIterator();
            while (oldest.hasNext()) {
                if (Entry.NEWEST_FIRST.compare(oldest.next(), entry) == 0) {
                    oldest.remove();
                    break;
                }
            }
            if (with != null && with.isEmpty()) {
                records.remove(id);
            }
        }
    }

    /** Returns the records with an id, or null if there are more than {@code limit}. */
    synchronized @Nullable List<Entry> with(String id, int limit) {
        Deque<Entry> with = records.getOrDefault(id, new ArrayDeque<>(0));
        return with.size() > limit ? null : new ArrayList<>(with);
    }

    private static Set<String> ids(Entry entry) {
        Set<String> ids = new TreeSet<>();
        ids.add(entry.key());
        entry.mentions().forEach(mention -> ids.add(mention.id()));
        return ids;
    }
}
