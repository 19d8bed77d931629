package dev.rota.shards;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * Things that come with growing numbers and go in any order, all at hand, and their rows: those whose numbers are near
 * each other share one. A row of each would cost a turn more than its decision.
 *
 * @param <V> a thing
 * @param <R> the row of a page of them
 */
final class Numbered<V, R extends SpecificRecord> {

    private static final int PAGE = 64;

    private final Function<Collection<V>, R> row;
    private final NavigableMap<Long, V> things = new TreeMap<>();
    private final NavigableSet<Long> storedPages = new TreeSet<>();
    private final NavigableSet<Long> changedPages = new TreeSet<>();

    Numbered(Function<Collection<V>, R> row) {
        this.row = row;
    }

    /** A thing as its row has it. */
    void restore(long number, V thing) {
        things.put(number, thing);
        storedPages.add(number / PAGE);
    }

    void put(long number, V thing) {
        things.put(number, thing);
        changedPages.add(number / PAGE);
    }

    void remove(long number) {
        things.remove(number);
        changedPages.add(number / PAGE);
    }

    @Nullable
    V get(long number) {
        return things.get(number);
    }

    V first() {
        return things.firstEntry().getValue();
    }

    int size() {
        return things.size();
    }

    Collection<V> all() {
        return things.values();
    }

    /** Writes the pages that changed. */
    void write(Table<R> table) {
        for (long page : changedPages) {
            NavigableMap<Long, V> on = things.subMap(page * PAGE, true, (page + 1) * PAGE, false);
            Key key = Key.of(page);
            if (!on.isEmpty()) {
                table.put(key, row.apply(on.values()), !storedPages.add(page));
            } else if (storedPages.remove(page)) {
                table.drop(key);
            }
        }
        changedPages.clear();
    }
}
