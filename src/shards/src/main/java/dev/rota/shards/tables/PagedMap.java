package dev.rota.shards.tables;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A cached map from ascending numbers to values that are removed in any order. Values with neighbouring numbers share a
 * row, which is called a page: a row for each would cost a turn more than its decision does.
 *
 * @param <V> the values
 * @param <R> the row of a page
 */
public final class PagedMap<V, R extends SpecificRecord> {

    private static final int PAGE = 64;

    private final Function<List<V>, R> row;
    private final NavigableMap<Long, Page> pages = new TreeMap<>();
    private final List<Page> changed = new ArrayList<>();
    private int size;

    public PagedMap(Function<List<V>, R> row) {
        this.row = row;
    }

    /** Adds a value read from its row. */
    public void restore(long number, V thing) {
        Page page = page(number);
        page.put(number, thing);
        page.stored = true;
    }

    public void put(long number, V thing) {
        Page page = page(number);
        page.put(number, thing);
        change(page);
    }

    public void remove(long number) {
        Page page = page(number);
        page.remove(number);
        change(page);
    }

    @Nullable
    public V get(long number) {
        Page page = pages.get(number / PAGE);
        return page == null ? null : page.of(number);
    }

    public V first() {
        Page first = pages.firstEntry().getValue();
        // write() deletes a page that became empty in this step
        while (first.isEmpty()) {
            first = pages.higherEntry(first.number).getValue();
        }
        return first.get(0);
    }

    /** Returns up to {@code limit} values, those with the smallest numbers. */
    public List<V> first(int limit) {
        List<V> first = new ArrayList<>();
        for (Page page : pages.values()) {
            for (int i = 0; i < page.size(); i++) {
                if (first.size() == limit) {
                    return first;
                }
                first.add(page.get(i));
            }
        }
        return first;
    }

    /** Returns the number of values with smaller numbers. */
    public int before(long number) {
        int before = 0;
        for (Page page : pages.headMap(number / PAGE, false).values()) {
            before += page.size();
        }
        Page own = pages.get(number / PAGE);
        return own == null ? before : before + own.before(number);
    }

    public int size() {
        return size;
    }

    private Page page(long number) {
        Page page = pages.get(number / PAGE);
        if (page == null) {
            page = new Page(number / PAGE);
            pages.put(page.number, page);
        }
        return page;
    }

    private void change(Page page) {
        if (!page.changed) {
            page.changed = true;
            changed.add(page);
        }
    }

    /** Writes the changed pages. */
    public void write(Table<R> table) {
        for (Page page : changed) {
            page.changed = false;
            if (!page.isEmpty()) {
                table.put(page.key, page.asRow, page.stored);
                page.stored = true;
            } else {
                pages.remove(page.number);
                if (page.stored) {
                    table.drop(page.key);
                }
            }
        }
        changed.clear();
    }

    /** A page's values in the order of their numbers. The row is a view of the page, which saves a copy. */
    private final class Page extends AbstractList<V> {
        final long number;
        final Key key;
        final R asRow;
        boolean stored;
        boolean changed;

        private final List<V> things = new ArrayList<>();
        private final long[] numbers = new long[PAGE];

        Page(long number) {
            this.number = number;
            this.key = Key.of(number);
            this.asRow = row.apply(this);
        }

        private int place(long of) {
            return Arrays.binarySearch(numbers, 0, things.size(), of);
        }

        int before(long number) {
            int place = place(number);
            return place < 0 ? -place - 1 : place;
        }

        @Nullable
        V of(long wanted) {
            int place = place(wanted);
            return place < 0 ? null : things.get(place);
        }

        void put(long of, V thing) {
            int place = place(of);
            if (place >= 0) {
                things.set(place, thing);
                return;
            }
            int at = -place - 1;
            System.arraycopy(numbers, at, numbers, at + 1, things.size() - at);
            numbers[at] = of;
            things.add(at, thing);
            PagedMap.this.size++;
        }

        void remove(long of) {
            int place = place(of);
            if (place >= 0) {
                System.arraycopy(numbers, place + 1, numbers, place, things.size() - place - 1);
                things.remove(place);
                PagedMap.this.size--;
            }
        }

        @Override
        public V get(int index) {
            return things.get(index);
        }

        @Override
        public int size() {
            return things.size();
        }
    }
}
