package dev.rota.engine;

/** Reasons for which intake refuses an input before any scheduler sees it. */
public enum IntakeReason implements Reason {
    /** The record has no value. */
    NULL_VALUE,
    /** The value does not begin with a magic byte 0 and a schema id. */
    NOT_FRAMED,
    /** The registry has no schema of this id. */
    SCHEMA_UNKNOWN,
    /** The bytes do not match the schema, or cannot be read as the topic's type. */
    UNDECODABLE,
    /** The value is a valid record of another type than the topic's. */
    TYPE_UNEXPECTED,
    /** The value is larger than {@link Limits#LOG_RECORD_BYTES_MAX}. */
    RECORD_TOO_LARGE,
    /** The unit's name is empty or too long, or there are too many units. */
    UNIT_INVALID,
    /** A field's value is outside its valid range. */
    VALUE_INVALID,
    /** No configured cohort matches the record. */
    NO_COHORT,
    /** The record of an adopted topic lacks a header that its mapping needs. */
    HEADER_MISSING
}
