package dev.rota.audit.findings;

import dev.rota.audit.evidence.Evidence;
import dev.rota.engine.Nullable;

/**
 * A difference between the records that the log implies and the stored ones.
 * @param at the record's coordinates, or where it is missing
 * @param what one sentence that describes the difference
 * @param there the actual record, as text
 * @param expected the expected record, as text
 */
public record Divergence(
        String at,
        String what,
        @Nullable String there,
        @Nullable String expected) {

    public static Divergence of(String at, String what) {
        return new Divergence(at, what, null, null);
    }

    public static Divergence unreadable(Evidence.UnreadableRecord record) {
        return of(record.at(), "the record cannot be read: " + record.getMessage());
    }
}
