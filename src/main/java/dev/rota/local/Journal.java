package dev.rota.local;

import java.util.List;

/** Where a registry's changes are kept, in order. */
interface Journal extends AutoCloseable {

    /** All that was kept before. */
    List<Subjects.Entry> read();

    /** Returns when the entry is safe. */
    void append(Subjects.Entry entry);

    @Override
    void close();
}
