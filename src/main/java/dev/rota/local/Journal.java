package dev.rota.local;

import java.util.List;

/** A registry's changes, in order. */
interface Journal extends AutoCloseable {

    /** All entries so far. */
    List<Subjects.Entry> read();

    /** Appends an entry; returns once it is durable. */
    void append(Subjects.Entry entry);

    @Override
    void close();
}
