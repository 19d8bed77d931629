package dev.rota.pages.domain;

import dev.rota.pages.index.Entry;
import org.apache.avro.specific.SpecificRecord;

/** An output record with its decoded value. */
public record Decided(Entry entry, SpecificRecord value) {

    /** Returns the value of an output whose type is known. */
    public <T extends SpecificRecord> T as(Class<T> type) {
        return type.cast(value);
    }
}
