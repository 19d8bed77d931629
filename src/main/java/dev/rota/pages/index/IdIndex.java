package dev.rota.pages.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** Finds the latest records by what they mention, without looking at the others. */
final class IdIndex {

    /** A block that can still be added to comes first. */
    private final Deque<IdBlock> blocks = new ArrayDeque<>();

    /** @param forgotten whether a record is no longer kept */
    synchronized void add(Entry entry, Predicate<Entry> forgotten) {
        if (blocks.isEmpty() || blocks.getFirst().isFull()) {
            blocks.removeIf(block -> forgotten.test(block.newest()));
            blocks.addFirst(new IdBlock(entry));
        } else {
            blocks.getFirst().add(entry);
        }
    }

    /** All with this key, those read last first, and perhaps others; more than so many only if there are. */
    synchronized List<Entry> candidates(String key, int enough) {
        List<Entry> found = new ArrayList<>();
        Iterator<IdBlock> each = blocks.iterator();
        while (each.hasNext() && found.size() <= enough) {
            each.next().candidates(key, found);
        }
        return found;
    }

    /** For each id with these characters in it a record that has it, those read last first, and perhaps others. */
    synchronized List<Entry> withPart(String part, int enough) {
        List<Entry> found = new ArrayList<>();
        Iterator<IdBlock> each = blocks.iterator();
        while (each.hasNext() && found.size() <= enough) {
            each.next().withPart(part, found);
        }
        return found;
    }
}
