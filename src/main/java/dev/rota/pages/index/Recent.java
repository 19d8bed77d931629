package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The latest output records of a domain, at most so many. One thread adds, any thread reads: a search walks from the
 * newest back, which costs a few milliseconds at most, so nothing else is kept.
 */
public final class Recent {

    /** What is known of a unit: its last record, and how many of it were read. */
    public record UnitSeen(Entry last, long decisions, long rejections) {}

    /** Beyond this many, a unit that is new replaces none: it is found once an older one was forgotten. */
    private static final int UNITS_MAX = 100_000;

    private final String domain;
    private final int max;
    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>(Entry.NEWEST_FIRST);
    private final AtomicLong size = new AtomicLong();
    private final AtomicLong added = new AtomicLong();
    private final SortedMap<String, UnitSeen> units = new TreeMap<>();

    public Recent(String domain, int max) {
        this.domain = domain;
        this.max = max;
    }

    public String domain() {
        return domain;
    }

    public void add(Entry entry) {
        if (!entries.add(entry)) {
            return;
        }
        added.incrementAndGet();
        if (size.incrementAndGet() > max) {
            entries.pollLast();
            size.decrementAndGet();
        }
        synchronized (units) {
            UnitSeen before = units.get(entry.unit());
            if (before == null && units.size() >= UNITS_MAX) {
                return;
            }
            UnitSeen so = before == null ? new UnitSeen(entry, 0, 0) : before;
            units.put(
                    entry.unit(),
                    new UnitSeen(
                            Entry.NEWEST_FIRST.compare(entry, so.last()) < 0 ? entry : so.last(),
                            so.decisions() + (entry.seq() > 0 ? 1 : 0),
                            so.rejections() + (entry.isRejection() ? 1 : 0)));
        }
    }

    /** How many are kept. */
    public long size() {
        return size.get();
    }

    /** How many were added since the start. */
    public long added() {
        return added.get();
    }

    /** The time of the oldest that is kept; now, if there is none. */
    public long since(long now) {
        Iterator<Entry> oldest = entries.descendingIterator();
        return oldest.hasNext() ? oldest.next().time() : now;
    }

    /** The units seen since the start, by name. */
    public List<UnitSeen> units() {
        synchronized (units) {
            return List.copyOf(units.values());
        }
    }

    public @Nullable UnitSeen unit(String name) {
        synchronized (units) {
            return units.get(name);
        }
    }

    /** Those that are wanted, newest first; at most so many. */
    public List<Entry> find(Predicate<Entry> wanted, int most) {
        List<Entry> found = new ArrayList<>();
        Iterator<Entry> all = entries.iterator();
        while (all.hasNext() && found.size() < most) {
            Entry entry = all.next();
            if (wanted.test(entry)) {
                found.add(entry);
            }
        }
        return found;
    }

    /** Visits all, newest first, until the visitor returns false. */
    public void eachWhile(Predicate<Entry> visitor) {
        for (Entry entry : entries) {
            if (!visitor.test(entry)) {
                return;
            }
        }
    }

    /** The one at these coordinates; null if it is not kept. */
    public @Nullable Entry at(String coordinates) {
        List<Entry> found = find(entry -> entry.at().equals(coordinates), 1);
        return found.isEmpty() ? null : found.get(0);
    }
}
