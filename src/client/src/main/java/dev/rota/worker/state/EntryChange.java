package dev.rota.worker.state;

import dev.rota.engine.Nullable;

/**
 * A change of an entry.
 *
 * @param value the new value, or null if the entry was removed
 */
@SuppressWarnings("ArrayRecordComponent") // changes are not compared
record EntryChange(byte[] key, @Nullable byte[] value) {}
