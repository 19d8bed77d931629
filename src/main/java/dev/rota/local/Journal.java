package dev.rota.local;

import dev.rota.local.RegistryBook.Version;
import java.util.List;

/** Stores the registered versions, in order. */
interface Journal extends AutoCloseable {

    /** All versions so far. */
    List<Version> read();

    /** Appends a version; returns once it is durable. */
    void append(Version version);

    @Override
    void close();
}
