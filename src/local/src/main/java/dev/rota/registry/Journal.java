package dev.rota.registry;

import java.util.function.Consumer;

/**
 * The entries of all registries that share a content, in one order. Several registries may append at the same time, so
 * an entry counts only if it fits what is before it: {@link RegistryBook} decides that in the same way everywhere.
 */
interface Journal extends AutoCloseable {

    /**
     * An intention to add a version to a subject.
     *
     * @param version the number that the version gets: the entry does not count if another one has taken it before
     */
    record Entry(String subject, int version, String schema) {}

    /**
     * Passes on the entries that have been appended, by anyone, before this call, and that were not passed on yet.
     *
     * @throws JournalUnavailable if they cannot be read now
     */
    void readNew(Consumer<Entry> reader);

    /**
     * Appends an entry. Returns when it is durable.
     *
     * @throws JournalUnavailable if it is not known to be durable
     */
    void append(Entry entry);

    @Override
    void close();
}
