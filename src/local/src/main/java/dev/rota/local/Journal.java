package dev.rota.local;

import dev.rota.local.RegistryBook.Version;
import java.util.List;

/** Stores the registered versions in order. */
interface Journal extends AutoCloseable {

    /** Returns all stored versions. */
    List<Version> read();

    /** Appends a version. Returns when it is durable. */
    void append(Version version);

    @Override
    void close();
}
