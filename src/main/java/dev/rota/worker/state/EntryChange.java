package dev.rota.worker.state;

import dev.rota.engine.Nullable;

/**
 * A change of an entry.
 *
 * @param value null: the entry is gone
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares changes
record EntryChange(byte[] key, @Nullable byte[] value) {}
