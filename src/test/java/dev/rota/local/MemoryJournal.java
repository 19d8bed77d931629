package dev.rota.local;

import java.util.ArrayList;
import java.util.List;

/** A journal in memory. */
public final class MemoryJournal implements Journal {

    private final List<Subjects.Entry> entries = new ArrayList<>();

    /** A registry without persistence, for tests that need only its API. */
    public static LocalRegistry registry() {
        return LocalRegistry.start(0, MemoryJournal::new);
    }

    @Override
    public List<Subjects.Entry> read() {
        return List.copyOf(entries);
    }

    @Override
    public void append(Subjects.Entry entry) {
        entries.add(entry);
    }

    @Override
    public void close() {
        // Another registry may open it again.
    }
}
