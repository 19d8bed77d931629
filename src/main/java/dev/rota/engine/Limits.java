package dev.rota.engine;

import java.util.Arrays;

/** Everything has a limit, and here they stand. What exceeds one gets a clear answer, never an accident. */
public final class Limits {

    /**
     * A log record's value, uncompressed. Smaller than the broker's default batch limit by enough for headers, and
     * than {@link #OUTPUT_BYTES_MAX} by enough that what a decision repeats of its event still fits.
     */
    public static final int LOG_RECORD_BYTES_MAX = 900_000;

    /** Items of a record: those of all its arrays and maps, and values that take no bytes. */
    public static final int RECORD_ITEMS_MAX = 500_000;

    /** Records, arrays and maps that are nested within each other in one record. */
    public static final int RECORD_DEPTH_MAX = 64;

    /**
     * A schema's text, with the texts that it refers to. Avro's parser compares every type with every other: 900 kB of
     * small types took it minutes.
     */
    public static final int SCHEMA_BYTES_MAX = 100_000;

    /** Texts that a schema refers to. */
    public static final int SCHEMA_REFERENCES_MAX = 100;

    /**
     * Types within types, on a way through a schema that meets each record once. Avro goes such ways by recursion, and
     * the threads of intake and scheduler must both have stack enough.
     */
    public static final int SCHEMA_DEPTH_MAX = 1_000;

    /**
     * Values of a writer's schema, each record written out wherever it is used: so large do the tables become that Avro
     * decodes by.
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

    /** Units that one log partition may hold. */
    public static final int UNITS_PER_PARTITION_MAX = 100_000;

    /** What a refused input keeps of its value. */
    public static final int REFUSED_VALUE_BYTES_MAX = 4_096;

    /** A reason's sentence, in characters. */
    public static final int MESSAGE_CHARS_MAX = 1_000;

    /** Timer steps before one record; what is left goes on with the next record or Tick. */
    public static final int TIMER_STEPS_PER_RECORD_MAX = 10_000;

    /**
     * What one step emits before it continues in a following one. One act more may follow, since a step asks before each
     * whether there is room. The timer steps before one record share this limit once more.
     */
    public static final int STEP_OUTPUT_BYTES_MAX = 8 << 20;

    /**
     * What no step may emit, whatever its scheduler does: more is a bug, and halts the partition. It leaves room for the
     * act that follows when {@link #STEP_OUTPUT_BYTES_MAX} is nearly reached.
     */
    public static final long STEP_OUTPUT_BYTES_CEILING = 32 << 20;

    /** What an output takes beyond its key and value, about: headers and framing. */
    public static final int OUTPUT_FRAME_BYTES = 128;

    /** A periodic timer does not go faster. */
    public static final long TIMER_PERIOD_MS_MIN = 1_000;

    /** A checkpoint comes after this many log records of a unit... */
    public static final long CHECKPOINT_RECORDS = 10_000;

    /** ...or at its first record this much log time after the last checkpoint. */
    public static final long CHECKPOINT_INTERVAL_MS = 60_000;

    private Limits() {}

    /** Cuts the value of a refused input to its limit. */
    static @Nullable byte[] refusedValue(@Nullable byte[] value) {
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
        // Half of a surrogate pair has no UTF-8.
        int cut = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(cut - 1)) ? cut - 1 : cut) + "…";
    }
}
