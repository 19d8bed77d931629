package dev.rota.engine;

import java.util.Arrays;

/** The engine's limits. Input that exceeds one is refused with a reason. */
public final class Limits {

    /**
     * The size of a log record's uncompressed value. It leaves room for headers below the broker's default batch limit,
     * and below {@link #OUTPUT_BYTES_MAX} for a decision that repeats its event.
     */
    public static final int LOG_RECORD_BYTES_MAX = 900_000;

    /** The maximum number of items in a record: the items of all its arrays and maps, and values of zero bytes. */
    public static final int RECORD_ITEMS_MAX = 500_000;

    /** The maximum nesting depth of records, arrays and maps within one record. */
    public static final int RECORD_DEPTH_MAX = 64;

    /**
     * The size of a schema's text, including referenced schemas. Avro's parser compares every type with every other:
     * 900 kB of small types took minutes.
     */
    public static final int SCHEMA_BYTES_MAX = 100_000;

    /** The maximum number of schemas that a schema references. */
    public static final int SCHEMA_REFERENCES_MAX = 100;

    /**
     * The maximum nesting depth of types along a path through a schema that visits each record once. Avro recurses
     * along such paths, and the threads of intake and scheduler must both have enough stack.
     */
    public static final int SCHEMA_DEPTH_MAX = 1_000;

    /**
     * Values in a writer's schema when each record is expanded wherever it is used: the size of Avro's decoding tables.
     */
    public static final int SCHEMA_VALUES_MAX = 200_000;

    /** The size of an output's value; the broker's default limit for a batch is 1,048,588. */
    public static final int OUTPUT_BYTES_MAX = 1_000_000;

    /** The size of a table row's value: its changelog record must also fit the broker's default limit. */
    public static final int ROW_BYTES_MAX = 1_000_000;

    /** The length of a unit's name in UTF-8. */
    public static final int UNIT_BYTES_MAX = 256;

    /** The length of any other id in UTF-8. */
    public static final int ID_BYTES_MAX = 256;

    /** The maximum number of units with rows in one log partition. */
    public static final int UNITS_PER_PARTITION_MAX = 100_000;

    /**
     * Units of a log partition whose clocks are kept although the units do not exist, because all their events were
     * rejected. The clock of any other starts with its next event, which matters only if append times have stepped back
     * meanwhile.
     */
    public static final int UNBORN_UNITS_MAX = 100;

    /** The size to which a refused input's value is truncated. */
    public static final int REFUSED_VALUE_BYTES_MAX = 4_096;

    /** The length of a rejection's message in characters. */
    public static final int MESSAGE_CHARS_MAX = 1_000;

    /** The maximum number of steps per kind of timer before one record; the rest run at the next record or Tick. */
    public static final int TIMER_STEPS_PER_RECORD_MAX = 10_000;

    /**
     * Outputs of one step before it continues in a following one, unless its domain allows more ({@link
     * Domain#stepOutputBytesMax}). One more action may follow, since a step checks for room before each. All timer
     * steps before one record share a second limit of the same size.
     */
    public static final int STEP_OUTPUT_BYTES_MAX = 8 << 20;

    /**
     * Outputs of the action that follows when a step's limit is nearly reached. A step whose outputs exceed both limits
     * halts its partition, since its scheduler has a bug.
     */
    public static final long ACTION_OUTPUT_BYTES_MAX = 24 << 20;

    /** The approximate size of an output's headers and framing. */
    public static final int OUTPUT_FRAME_BYTES = 128;

    /** The maximum number of intervals of attended time in a Tick. */
    public static final int ATTENDED_INTERVALS_MAX = 100;

    /** The shortest period of a timer. */
    public static final long TIMER_PERIOD_MS_MIN = 1_000;

    /** The number of log records of a unit after which a checkpoint is emitted. */
    public static final long CHECKPOINT_RECORDS = 10_000;

    /** The log time since the last checkpoint after which the unit's next record emits another. */
    public static final long CHECKPOINT_INTERVAL_MS = 60_000;

    private Limits() {}

    /** Truncates the value of a refused input to its limit. */
    public static @Nullable byte[] refusedValue(@Nullable byte[] value) {
        return value == null || value.length <= REFUSED_VALUE_BYTES_MAX
                ? value
                : Arrays.copyOf(value, REFUSED_VALUE_BYTES_MAX);
    }

    /** Truncates a sentence to its limit. */
    public static String message(String text) {
        return message(text, MESSAGE_CHARS_MAX);
    }

    /** Truncates a sentence to its limit, or to a lower one. */
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
