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

/** The kept records by the ids that they have: a page of a job asks for those of one id among tens of thousands. */
final class IdIndex {

    /** Of each id the records, those read last first. */
    private final Map<String, Deque<Entry>> records = new HashMap<>();

    synchronized void add(Entry entry) {
        for (String id : ids(entry)) {
            records.computeIfAbsent(id, each -> new ArrayDeque<>(1)).addFirst(entry);
        }
    }

    /** Forgets the oldest record, which is near the end of those read with its ids. */
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

    /** The records with an id; null if they are more than so many. */
    synchronized @Nullable List<Entry> with(String id, int most) {
        Deque<Entry> with = records.getOrDefault(id, new ArrayDeque<>(0));
        return with.size() > most ? null : new ArrayList<>(with);
    }

    private static Set<String> ids(Entry entry) {
        Set<String> ids = new TreeSet<>();
        ids.add(entry.key());
        entry.mentions().forEach(mention -> ids.add(mention.id()));
        return ids;
    }
}
