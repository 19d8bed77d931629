package dev.rota.engine;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * How records of topics that exist already become events of a domain. An event contains its record completely, so that
 * the record can be compared with it, and the event made again from it.
 */
public interface Adoption {

    /** Where the value of a field may come from. */
    enum From {
        /** The bytes of the record's key. */
        KEY,
        /** The bytes of a header. */
        HEADER,
        /** The number of the record's partition. */
        PARTITION,
        /** The setting itself. */
        CONSTANT
    }

    /**
     * A field of an event that settings determine.
     *
     * @param fallback the setting if there is none; null if there must be one
     */
    record Field(String name, List<From> from, @Nullable String fallback) {}

    /** The values of the fields for one record. */
    interface Values {

        SourceRecord record();

        /**
         * Returns a field as an id. Bytes that are not the UTF-8 of an id, or begin with {@code ~}, get another name,
         * different ones for different bytes.
         */
        String name(String field) throws RefusedException;

        /** Returns a field as an id; null if the record does not have it, or it is empty. */
        @Nullable
        String optionalName(String field) throws RefusedException;

        /** Returns a field as text; null if it is empty. */
        @Nullable
        String text(String field) throws RefusedException;

        /** Returns a field as a whole number; null if it is empty. */
        @Nullable
        Long number(String field) throws RefusedException;
    }

    /** Returns the input whose events the records become. */
    Input<?> input();

    /** Returns the fields that settings determine, in the order in which they are shown. */
    List<Field> fields();

    /**
     * Refuses settings that no record could fulfil.
     *
     * @throws IllegalArgumentException with a sentence
     */
    default void check(String field, String setting) {}

    /** Returns the event of a record. */
    SpecificRecord event(Values values) throws RefusedException;

    /** Returns the record from which an event was made; its topic id is that of the source. */
    SourceRecord record(SpecificRecord event, String topicId) throws RefusedException;
}
