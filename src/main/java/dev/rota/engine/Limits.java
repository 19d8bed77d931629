package dev.rota.engine;

import java.util.Arrays;

/** The engine's limits. Input that exceeds one is refused with a reason. */
public final class Limits {

    /**
     * A log record's value, uncompressed. It leaves room for headers below the broker's default batch limit, and
     * below {@link #OUTPUT_BYTES_MAX} for a decision that repeats its event.
     */
    public static final int LOG_RECORD_BYTES_MAX = 900_000;

    /** Items in a record: items of all its arrays and maps, and values of zero bytes. */
    public static final int RECORD_ITEMS_MAX = 500_000;

    /** Nesting depth of records, arrays and maps within one record. */
    public static final int RECORD_DEPTH_MAX = 64;

    /**
     * A schema's text including referenced schemas. Avro's parser compares every type with every other: 900 kB of
     * small types took minutes.
     */
    public static final int SCHEMA_BYTES_MAX = 100_000;

    /** Schemas that a schema references. */
    public static final int SCHEMA_REFERENCES_MAX = 100;

    /**
     * Nesting depth of types along a path through a schema that visits each record once. Avro recurses along such
     * paths, and the threads of intake and scheduler must both have enough stack.
     */
    public static final int SCHEMA_DEPTH_MAX = 1_000;

    /**
     * Values in a writer's schema when each record is expanded wherever it is used; Avro's decoding tables become
     * this large.
     */
    public static final int SCHEMA_VALUES_MAX = 200_000;

    /** An output's value; the broker's default limit for a batch is 1,048,588. */
    public static final int OUTPUT_BYTES_MAX = 1_000_000;

    /** A table row's value: its changelog record must fit a broker's default too. */
    public static final int ROW_BYTES_MAX = 1_000_000;

    /** A unit's name in UTF-8. */
    public static final int UNIT_BYTES_MAX = 256;

    /** Any other id in UTF-8. */
    public static final int ID_BYTES_MAX = 256;

    /** Units with rows in one log partition. */
    public static final int UNITS_PER_PARTITION_MAX = 100_000;

    /**
     * Units of a log partition that do not exist, since all their events were rejected, and whose clocks are kept. That
     * of another begins with its next event, which matters only if append times have stepped back meanwhile.
     */
    public static final int UNBORN_UNITS_MAX = 100;

    /** The part of a refused input's value that is kept. */
    public static final int REFUSED_VALUE_BYTES_MAX = 4_096;

    /** A rejection's message, in characters. */
    public static final int MESSAGE_CHARS_MAX = 1_000;

    /** Timer steps before one record, for each kind of timer; the rest continue at the next record or Tick. */
    public static final int TIMER_STEPS_PER_RECORD_MAX = 10_000;

    /**
     * Outputs of one step before it continues in a following one, unless its domain allows more ({@link
     * Domain#stepOutputBytesMax}). One more action may follow, since a step checks for room before each. All timer steps
     * before one record together have the same limit again.
     */
    public static final int STEP_OUTPUT_BYTES_MAX = 8 << 20;

    /**
     * Outputs of the action that follows when a step's limit is nearly reached. A step whose outputs exceed both halts
     * its partition: that is a scheduler's bug.
     */
    public static final long ACTION_OUTPUT_BYTES_MAX = 24 << 20;

    /** The approximate size of an output's headers and framing. */
    public static final int OUTPUT_FRAME_BYTES = 128;

    /** Intervals of attended time in a Tick. */
    public static final int ATTENDED_INTERVALS_MAX = 100;

    /** The shortest period of a timer. */
    public static final long TIMER_PERIOD_MS_MIN = 1_000;

    /** A checkpoint is emitted after this many log records of a unit... */
    public static final long CHECKPOINT_RECORDS = 10_000;

    /** ...or at its first record this much log time after the last checkpoint. */
    public static final long CHECKPOINT_INTERVAL_MS = 60_000;

    private Limits() {}

    /** Cuts the value of a refused input to its limit. */
    public static @Nullable byte[] refusedValue(@Nullable byte[] value) {
        return value == null || value.length <= REFUSED_VALUE_BYTES_MAX
                ? value
                : Arrays.copyOf(value, REFUSED_VALUE_BYTES_MAX);
    }

    /** Cuts a sentence to its limit. */
    public static String message(String text) {
        return message(text, MESSAGE_CHARS_MAX);
    }

    /** Cuts a sentence to its limit, or to a lower one. */
    public static String message(String text, int charsMax) {
        int most = Math.min(charsMax, MESSAGE_CHARS_MAX);
        if (text.length() <= most) {
            return text;
        }
        // A lone surrogate cannot be encoded in UTF-8.
        int cut = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(cut - 1)) ? cut - 1 : cut) + "…";
    }
}
