package dev.rota.engine;

/** The reasons for which an input is refused before any scheduler sees it. */
public enum Refusal implements Reason {
    /** The record has no value. */
    NULL_VALUE,
    /** The value does not begin with a magic byte 0 and a schema id. */
    NOT_FRAMED,
    /** The registry does not know the schema id. */
    SCHEMA_UNKNOWN,
    /** The bytes are not what the schema says, or cannot be read as the type of the topic. */
    UNDECODABLE,
    /** A valid record of another type than the topic's. */
    TYPE_UNEXPECTED,
    /** The value is larger than {@link Limits#LOG_RECORD_BYTES_MAX}. */
    RECORD_TOO_LARGE,
    /** The unit's name is empty or too long, or there are too many units. */
    UNIT_INVALID,
    /** A field is outside of what its type says. */
    VALUE_INVALID,
    /** No configured cohort takes it. */
    NO_COHORT
}
