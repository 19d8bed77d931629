package dev.rota.pages.index;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Some records that were read one after another, and what they are found by: each key leads to its records through a
 * chain of postings, the latest first, and all ids stand once in a text, where parts of them are found. Not thread-safe.
 */
final class IdBlock {

    static final int RECORDS = 4_096;

    /** Heads are found by so many of their first digits. */
    static final int HEAD_DIGITS = 6;

    private static final int BUCKETS = 1 << 14;
    private static final int NONE = -1;
    private static final char BETWEEN = '\n';

    private final Entry[] records = new Entry[RECORDS];
    private int size;
    private Entry newest;

    /** By the last bits of a key's hash: its latest posting. */
    private final int[] latest = new int[BUCKETS];

    /** Of each posting: its record, and the posting before it with the same bits. */
    private int[] posted = new int[RECORDS];

    private int[] before = new int[RECORDS];
    private int postings;

    /** All ids, each once. */
    private final StringBuilder text = new StringBuilder();

    /** Of each id in the text: where it begins, and the first record with it. */
    private int[] begins = new int[RECORDS];

    private int[] firsts = new int[RECORDS];
    private int ids;

    IdBlock(Entry first) {
        Arrays.fill(latest, NONE);
        newest = first;
        add(first);
    }

    boolean isFull() {
        return size == RECORDS;
    }

    Entry newest() {
        return newest;
    }

    void add(Entry entry) {
        if (Entry.NEWEST_FIRST.compare(entry, newest) < 0) {
            newest = entry;
        }
        records[size] = entry;
        forEachId(entry, id -> {
            if (!has(id)) {
                append(id);
            }
            post(id);
        });
        post(ofTopic(entry.name()));
        if (entry.seq() > 0) {
            post(ofSeq(entry.seq()));
        }
        if (entry.chain().length() >= HEAD_DIGITS) {
            post(ofHead(entry.chain()));
        }
        size++;
    }

    private static void forEachId(Entry entry, Consumer<String> each) {
        each.accept(entry.key());
        entry.mentions().forEach(mention -> each.accept(mention.id()));
    }

    private void append(String id) {
        if (ids == begins.length) {
            begins = Arrays.copyOf(begins, ids * 2);
            firsts = Arrays.copyOf(firsts, ids * 2);
        }
        begins[ids] = text.length();
        firsts[ids++] = size;
        text.append(id).append(BETWEEN);
    }

    private boolean has(String id) {
        for (int at = latest[bucket(id)]; at != NONE; at = before[at]) {
            if (records[posted[at]].mentions(id)) {
                return true;
            }
        }
        return false;
    }

    private void post(String key) {
        int bucket = bucket(key);
        int at = latest[bucket];
        if (at != NONE && posted[at] == size) {
            return;
        }
        if (postings == posted.length) {
            posted = Arrays.copyOf(posted, postings * 2);
            before = Arrays.copyOf(before, postings * 2);
        }
        posted[postings] = size;
        before[postings] = at;
        latest[bucket] = postings++;
    }

    private static int bucket(String key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & BUCKETS - 1;
    }

    /** Adds the records with this key, and others whose key has the same bits. */
    void candidates(String key, List<Entry> found) {
        for (int at = latest[bucket(key)]; at != NONE; at = before[at]) {
            found.add(records[posted[at]]);
        }
    }

    /** Adds a record of each id with this part, those read last first; a part may be found across two ids. */
    void withPart(String part, List<Entry> found) {
        int first = found.size();
        int at = text.indexOf(part);
        while (at >= 0) {
            int index = Arrays.binarySearch(begins, 0, ids, at);
            int id = index >= 0 ? index : -index - 2;
            found.add(records[firsts[id]]);
            at = id + 1 == ids ? -1 : text.indexOf(part, begins[id + 1]);
        }
        Collections.reverse(found.subList(first, found.size()));
    }

    /** The key of those of a topic. */
    static String ofTopic(String topic) {
        return "/" + topic;
    }

    /** The key of those with a sequence number. */
    static String ofSeq(long seq) {
        return "#" + seq;
    }

    /** The key of those whose head begins alike. */
    static String ofHead(String head) {
        return "~" + head.substring(0, HEAD_DIGITS).toLowerCase(Locale.ROOT);
    }
}
