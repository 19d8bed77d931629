package dev.rota.audit;

import dev.rota.engine.Nullable;

/**
 * Something that is not as the log says it must be.
 *
 * @param at the record: topic/partition/offset, or where it is missing
 * @param what is wrong with it, in one sentence
 * @param there what is there, as text
 * @param expected what should be there, as text
 */
public record Divergence(
        String at,
        String what,
        @Nullable String there,
        @Nullable String expected) {

    static Divergence of(String at, String what) {
        return new Divergence(at, what, null, null);
    }

    static Divergence unreadable(Evidence.Unreadable record) {
        return of(record.at(), "the record cannot be read: " + record.getMessage());
    }
}
