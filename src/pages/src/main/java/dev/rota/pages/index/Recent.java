package dev.rota.pages.index;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The latest output records of a domain, up to a limit, in their order and by the ids in them. One thread adds records,
 * and any thread may read them.
 */
public final class Recent {

    /** The activity of a unit since the start: its last record, and the numbers of its decisions and rejections. */
    public record UnitSeen(Entry last, long decisions, long rejections) {}

    /** The number of units that are listed. A further unit is added once an older one was forgotten. */
    private static final int UNITS_MAX = 100_000;

    /**
     * The number of records with one id up to which they are found by the index and sorted. The records of a more
     * frequent id are found faster by a walk over all entries.
     */
    private static final int COMMON = 2_000;

    private final String domain;
    private final int max;
    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>(Entry.NEWEST_FIRST);
    private final AtomicLong size = new AtomicLong();
    private final AtomicLong added = new AtomicLong();
    private final IdIndex ids = new IdIndex();
    private final Counts decisions = new Counts();
    private final Counts rejections = new Counts();
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
        ids.add(entry);
        if (entry.seq() > 0) {
            decisions.add(entry.time());
        }
        if (entry.seq() > 0 && entry.isRejection()) {
            rejections.add(entry.time());
        }
        if (size.incrementAndGet() > max) {
            forgetOldest();
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

    private void forgetOldest() {
        Entry oldest = entries.pollLast();
        if (oldest != null) {
            size.decrementAndGet();
            ids.remove(oldest);
        }
    }

    /** Returns the number of cached records. */
    public long size() {
        return size.get();
    }

    /** Returns the number of records that were added since the start. */
    public long added() {
        return added.get();
    }

    /** Returns the time of the oldest cached record, or {@code now} if there is none. */
    public long since(long now) {
        Iterator<Entry> oldest = entries.descendingIterator();
        return oldest.hasNext() ? oldest.next().time() : now;
    }

    /** Returns the units seen since the start, by name. */
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

    /** Returns all records, newest first. */
    public Iterable<Entry> all() {
        return entries;
    }

    /** Returns up to {@code most} records that match, newest first. */
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

    /** Returns the records older than the outputs of a log record, newest first. */
    public Iterable<Entry> before(Entry.Cause cause, long time) {
        return entries.tailSet(Entry.beforeAllOf(cause, time), false);
    }

    /** Returns the outputs of a log record, in the order decided. */
    public List<Entry> of(Entry.Cause cause, long time) {
        return List.copyOf(caused(cause, time).descendingSet());
    }

    private NavigableSet<Entry> caused(Entry.Cause cause, long time) {
        return entries.subSet(Entry.afterAllOf(cause, time), true, Entry.beforeAllOf(cause, time), false);
    }

    /** Returns the records that match, newest first. */
    public Iterable<Entry> each(EntryFilter wanted) {
        Entry sibling = wanted.sibling();
        if (sibling != null) {
            return caused(sibling.cause(), sibling.time()).stream()
                    .filter(wanted)
                    .toList();
        }
        Mention about = wanted.about();
        List<Entry> with = about == null ? null : ids.with(about.id(), COMMON);
        // Sort before the filter is called: it may count.
        return with == null
                ? () -> entries.stream().filter(wanted).iterator()
                : with.stream().sorted(Entry.NEWEST_FIRST).filter(wanted).toList();
    }

    /** Returns up to {@code most} records that match, newest first. */
    public List<Entry> newest(EntryFilter wanted, int most) {
        List<Entry> first = new ArrayList<>();
        Iterator<Entry> all = each(wanted).iterator();
        while (first.size() < most && all.hasNext()) {
            first.add(all.next());
        }
        return first;
    }

    /** Returns a text that differs once another record of a unit was read, or of any unit if it is null. */
    public String latest(@Nullable String unit) {
        Iterator<Entry> newest = entries.iterator();
        UnitSeen seen = unit == null ? null : unit(unit);
        Entry last = seen != null ? seen.last() : newest.hasNext() ? newest.next() : null;
        return (last == null ? "" : last.at()) + "/" + (seen == null ? added() : seen.decisions());
    }

    /** Returns the counts of decisions, rejections included. */
    public Counts decisions() {
        return decisions;
    }

    public Counts rejections() {
        return rejections;
    }
}
