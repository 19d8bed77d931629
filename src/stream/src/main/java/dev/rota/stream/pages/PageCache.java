package dev.rota.stream.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages of this instance's units, rendered at most once a second each. A request for a page that is not cached
 * waits for a snapshot of its unit, which the unit's stream thread takes between two records; another thread renders
 * from it.
 *
 * <p>All pages of a unit are rendered from the same snapshot while it is fresh: requests cost the stream thread at most
 * one snapshot a second and unit, however many there are. A snapshot and its pages are dropped when they are a second
 * old and rendered, so that memory is bounded by {@link #UNITS_MAX} snapshots. While a page is being rendered, requests
 * for it wait for it, even if that takes longer than a second: rendering never queues up. Other pages of the unit get a
 * new snapshot: clients choose the names of some, and all would be kept as long as any of them is being rendered. A
 * third snapshot is not taken before the first one's pages are rendered.
 */
public final class PageCache {

    private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

    /** How long a snapshot is used. */
    static final Duration FRESH = Duration.ofSeconds(1);

    /** How long a request waits for a snapshot. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    /** The prefix of the name of a page whose tag is requested. */
    private static final String TAG_OF = "?";

    private static final String PACKED = ".gz";

    /** Snapshots, and units with requests that wait for one. */
    static final int UNITS_MAX = 100;

    /** A unit whose pages were requested. */
    private static final class Entry {
        final int partition;
        final String unit;
        final long asked;
        final Map<String, CompletableFuture<PageAnswer>> pages = new TreeMap<>();

        /** The snapshot; null until the stream thread has taken it, or if that failed. */
        @Nullable
        PageSnapshot snapshot;

        /** Why there is no snapshot. */
        @Nullable
        PageAnswer refusal;

        /** When the snapshot was taken or refused. */
        long taken;

        Entry(int partition, String unit, long asked) {
            this.partition = partition;
            this.unit = unit;
            this.asked = asked;
        }

        boolean waits() {
            return snapshot == null && refusal == null;
        }

        boolean rendered() {
            return pages.values().stream().allMatch(CompletableFuture::isDone);
        }
    }

    private final LongSupplier nanoTime;
    private final Executor renderer;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Entries of old snapshots that still have pages to be rendered, by unit. */
    private final Map<String, Entry> finishing = new LinkedHashMap<>();

    private final Set<Integer> here = new TreeSet<>();

    /** Partitions with requests that their stream thread has not seen yet; read without a lock. */
    private final Set<Integer> asked = ConcurrentHashMap.newKeySet();

    private final IntPredicate decidedElsewhere;

    /**
     * @param nanoTime a clock such as {@link System#nanoTime()}
     * @param renderer runs the rendering; not on the calling thread
     * @param decidedElsewhere returns whether another instance decides a partition, so that it will not be assigned
     *     here soon
     */
    public PageCache(LongSupplier nanoTime, Executor renderer, IntPredicate decidedElsewhere) {
        this.nanoTime = nanoTime;
        this.renderer = renderer;
        this.decidedElsewhere = decidedElsewhere;
    }

    /**
     * Returns a page of a unit whose key maps to this log partition. Each caller gets its own future: cancelling it is
     * harmless.
     */
    public CompletableFuture<PageAnswer> get(int partition, String unit, String page) {
        expire();
        // Queried outside the lock, since the answer may need locks of others.
        boolean elsewhere = !isHere(partition) && decidedElsewhere.test(partition);
        Entry entry;
        @Nullable CompletableFuture<PageAnswer> answer;
        boolean render = false;
        synchronized (this) {
            Entry old = finishing.get(unit);
            answer = old == null ? null : old.pages.get(page);
            if (answer != null && !answer.isDone()) {
                return answer.copy();
            }
            entry = entries.get(unit);
            if (entry == null) {
                if (!here.contains(partition)) {
                    return CompletableFuture.completedFuture(
                            elsewhere ? PageAnswer.notHere(unit, partition) : PageAnswer.moving(unit, partition));
                }
                if (entries.size() + finishing.size() >= UNITS_MAX) {
                    return CompletableFuture.completedFuture(PageAnswer.tooMany(UNITS_MAX));
                }
                entry = new Entry(partition, unit, nanoTime.getAsLong());
                entries.put(unit, entry);
                asked.add(partition);
            }
            if (entry.refusal != null) {
                return CompletableFuture.completedFuture(entry.refusal);
            }
            answer = entry.pages.get(page);
            if (answer == null) {
                answer = new CompletableFuture<>();
                entry.pages.put(page, answer);
                render = !entry.waits();
            }
        }
        if (render) {
            render(entry, page, answer);
        }
        return answer.copy();
    }

    /** Returns the tag of a page as text, empty if it has none; it costs less than the page. */
    public CompletableFuture<PageAnswer> tag(int partition, String unit, String page) {
        return get(partition, unit, TAG_OF + page);
    }

    /** Returns whether a snapshot of a unit of this partition has been requested since the last call. */
    boolean pollAsked(int partition) {
        return !asked.isEmpty() && asked.remove(partition);
    }

    /** Returns the units of this partition with waiting requests, longest waiting first. */
    List<String> wanted(int partition, int max) {
        expire();
        synchronized (this) {
            return entries.values().stream()
                    .filter(entry -> entry.partition == partition && entry.waits())
                    .limit(max)
                    .map(entry -> entry.unit)
                    .toList();
        }
    }

    /** Takes the snapshot of a requested unit; its pages are rendered on another thread. */
    void put(String unit, PageSnapshot snapshot) {
        Entry entry;
        Map<String, CompletableFuture<PageAnswer>> pages;
        synchronized (this) {
            entry = entries.get(unit);
            if (entry == null || !entry.waits()) {
                return;
            }
            entry.snapshot = snapshot;
            entry.taken = nanoTime.getAsLong();
            pages = new TreeMap<>(entry.pages);
        }
        for (Map.Entry<String, CompletableFuture<PageAnswer>> page : pages.entrySet()) {
            render(entry, page.getKey(), page.getValue());
        }
    }

    /** Answers requests for a second that there is no snapshot of a unit. */
    void refuse(String unit, PageAnswer refusal) {
        Entry entry;
        synchronized (this) {
            entry = entries.get(unit);
            if (entry == null || !entry.waits()) {
                return;
            }
            entry.refusal = refusal;
            entry.taken = nanoTime.getAsLong();
        }
        answer(entry, refusal);
    }

    /** Moves a unit behind the other units of its partition: its state is still being read. */
    synchronized void postpone(String unit) {
        Entry entry = entries.remove(unit);
        if (entry != null) {
            entries.put(unit, entry);
        }
    }

    /** Notes that a processor was initialized for this partition, and will take snapshots. */
    synchronized void open(int partition) {
        here.add(partition);
    }

    /** Drops the snapshots and pages of a partition whose processor was closed: its units may change elsewhere. */
    void close(int partition) {
        List<Entry> gone;
        synchronized (this) {
            here.remove(partition);
            gone = remove(entry -> entry.partition == partition);
            finishing.values().removeIf(entry -> entry.partition == partition);
        }
        gone.stream().filter(Entry::waits).forEach(PageCache::moves);
    }

    /** Returns the partitions whose processors are initialized. */
    public synchronized List<Integer> partitions() {
        return List.copyOf(here);
    }

    /** Returns whether a processor of a partition is initialized. */
    public synchronized boolean isHere(int partition) {
        return here.contains(partition);
    }

    private static void moves(Entry entry) {
        answer(entry, PageAnswer.moving(entry.unit, entry.partition));
    }

    /** Drops what is no longer fresh, and answers requests that have waited too long. */
    private void expire() {
        long now = nanoTime.getAsLong();
        List<Entry> late;
        synchronized (this) {
            finishing.values().removeIf(Entry::rendered);
            var unused = remove(entry -> !entry.waits()
                    && now - entry.taken >= FRESH.toNanos()
                    && (entry.rendered() || finishing.putIfAbsent(entry.unit, entry) == null));
            late = remove(entry -> entry.waits() && now - entry.asked >= PATIENCE.toNanos());
        }
        late.forEach(entry -> answer(entry, PageAnswer.late(entry.unit, PATIENCE)));
    }

    private List<Entry> remove(Predicate<Entry> which) {
        List<Entry> removed = new ArrayList<>();
        entries.values().removeIf(entry -> which.test(entry) && removed.add(entry));
        return removed;
    }

    /** Completes futures outside the lock, since their callbacks may do anything. */
    private static void answer(Entry entry, PageAnswer answer) {
        entry.pages.values().forEach(page -> page.complete(answer));
    }

    private void render(Entry entry, String page, CompletableFuture<PageAnswer> answer) {
        PageSnapshot snapshot = entry.snapshot;
        if (snapshot == null) {
            return;
        }
        try {
            renderer.execute(() -> answer.complete(rendered(snapshot, entry.unit, page)));
        } catch (RejectedExecutionException e) {
            answer.complete(PageAnswer.moving(entry.unit, entry.partition));
        }
    }

    private static PageAnswer rendered(PageSnapshot snapshot, String unit, String page) {
        try {
            return page.startsWith(TAG_OF)
                    ? PageAnswer.shown(Objects.requireNonNullElse(snapshot.tag(unpacked(page.substring(1))), ""))
                    : shown(snapshot, page);
        } catch (NotThere e) {
            return PageAnswer.notThere(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            // An Error must complete the futures too, or requests would wait forever.
            LOG.warn("the page {} of '{}' could not be rendered", page, unit, e);
            return PageAnswer.failed(unit);
        }
    }

    private static PageAnswer shown(PageSnapshot snapshot, String page) throws IOException {
        String name = unpacked(page);
        byte[] text = PlainJson.page(snapshot.content(name)).getBytes(UTF_8);
        ByteBuffer body = ByteBuffer.wrap(name.equals(page) ? text : Gzip.packed(text));
        return new PageAnswer(PageAnswer.Outcome.SHOWN, body, snapshot.tag(name));
    }

    private static String unpacked(String page) {
        return page.endsWith(PACKED) ? page.substring(0, page.length() - PACKED.length()) : page;
    }
}
