package dev.rota.worker.state;

import dev.rota.engine.Nullable;

/**
 * A change of an entry.
 *
 * @param value the new value, or null if the entry was removed
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares changes
record EntryChange(byte[] key, @Nullable byte[] value) {}
