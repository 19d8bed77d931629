package dev.rota.local;

import java.util.ArrayList;
import java.util.List;

/** A journal in memory. */
public final class MemoryJournal implements Journal {

    private final List<RegistryBook.Version> versions = new ArrayList<>();

    /** Starts a registry without persistence, for tests that need only its API. */
    public static LocalRegistry registry() {
        return LocalRegistry.start(0, MemoryJournal::new);
    }

    @Override
    public List<RegistryBook.Version> read() {
        return List.copyOf(versions);
    }

    @Override
    public void append(RegistryBook.Version version) {
        versions.add(version);
    }

    @Override
    public void close() {
        // The journal may be opened again by another registry.
    }
}
