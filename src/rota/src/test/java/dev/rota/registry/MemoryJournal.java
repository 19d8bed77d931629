package dev.rota.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A journal in memory, which several registries may share one after the other. */
public final class MemoryJournal implements Journal {

    private final List<Entry> entries = new ArrayList<>();
    private int read;

    /** Starts a registry without persistence, for tests that need only its API. */
    public static RegistryServer registry() {
        return RegistryServer.start(RegistryAccess.local(0), MemoryJournal::new);
    }

    @Override
    public synchronized void readNew(Consumer<Entry> reader) {
        while (read < entries.size()) {
            reader.accept(entries.get(read++));
        }
    }

    @Override
    public synchronized void append(Entry entry) {
        entries.add(entry);
    }

    @Override
    public void close() {
        // nothing is kept
    }
}
