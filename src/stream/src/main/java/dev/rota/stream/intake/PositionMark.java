package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * The position from which intake resumes an input partition. It is committed to the consumer group, with its text form
 * as metadata, and kept in the {@link PositionsTopic}. The text repeats the offset, so that an offset set by another
 * client is noticed.
 *
 * @param topicId the id of the topic
 * @param next the first offset not known to be in the log
 * @param mapping the digest of the mapping of inputs to units that it is read by; "" for a domain's default
 * @param reading the reading by which records at or beyond the position may have been appended
 * @param clean whether nothing at or beyond the position was ever appended to the log
 * @param refused offsets at or beyond the position whose records are refused as SCHEMA_UNKNOWN, whatever the registry
 *     answers by the time that they are read again
 */
public record PositionMark(
        String topicId, long next, String mapping, Reading reading, boolean clean, SortedSet<Long> refused) {

    /**
     * The most refused offsets in one mark; a broker accepts 4,096 characters (offset.metadata.max.bytes), and these
     * need 2,000.
     */
    static final int REFUSED_MAX = 100;

    private static final String OURS = "rota";
    private static final String CLEAN = "clean";

    /** The length of a mapping's digest, enough to distinguish the mappings of one domain. */
    private static final int DIGEST_BYTES = 8;

    public PositionMark {
        refused = Collections.unmodifiableSortedSet(new TreeSet<>(refused.tailSet(next)));
    }

    /** Returns whether intake has committed an offset. */
    static boolean isMark(OffsetAndMetadata committed) {
        return of(committed, Reading.Rules::new) != null;
    }

    /**
     * Parses a committed offset's metadata; returns null if intake did not commit it.
     *
     * @param reading makes the reading of its number
     */
    static @Nullable PositionMark of(OffsetAndMetadata committed, IntFunction<Reading> reading) {
        PositionMark mark = parse(committed.metadata(), reading);
        return mark != null && mark.next == committed.offset() ? mark : null;
    }

    /**
     * Parses the text form; returns null if it is malformed.
     *
     * @param reading makes the reading of its number
     */
    static @Nullable PositionMark parse(String text, IntFunction<Reading> reading) {
        Map<String, String> parts = new HashMap<>();
        for (String part : text.split(" ", -1)) {
            int equals = part.indexOf('=');
            parts.put(equals < 0 ? part : part.substring(0, equals), part.substring(equals + 1));
        }
        String topicId = parts.get("id");
        if (!text.startsWith(OURS + " ") || topicId == null) {
            return null;
        }
        try {
            String offsets = parts.getOrDefault("refuse", "");
            return new PositionMark(
                    topicId,
                    Long.parseLong(parts.getOrDefault("at", "")),
                    parts.getOrDefault("mapping", ""),
                    reading.apply(Integer.parseInt(parts.getOrDefault("rules", ""))),
                    parts.containsKey(CLEAN),
                    Arrays.stream(offsets.isEmpty() ? new String[0] : offsets.split(",", -1))
                            .map(Long::valueOf)
                            .collect(Collectors.toCollection(TreeSet::new)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    PositionMark refusing(SortedSet<Long> offsets) {
        return new PositionMark(topicId, next, mapping, reading, clean, offsets);
    }

    /** Returns the same position, beyond which nothing was appended. */
    PositionMark cleaned() {
        return new PositionMark(topicId, next, mapping, reading, true, new TreeSet<>());
    }

    /** Returns the same position, marked as in use: records beyond it may be appended. */
    PositionMark inUse() {
        return new PositionMark(topicId, next, mapping, reading, false, refused);
    }

    String text() {
        return OURS + " id=" + topicId + " at=" + next + " rules=" + reading.number()
                + (mapping.isEmpty() ? "" : " mapping=" + mapping)
                + (clean ? " " + CLEAN : "")
                + (refused.isEmpty()
                        ? ""
                        : " refuse="
                                + refused.stream()
                                        .limit(REFUSED_MAX)
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(",")));
    }

    OffsetAndMetadata toCommit() {
        return new OffsetAndMetadata(next, text());
    }

    public static String digest(String mapping) {
        if (mapping.isEmpty()) {
            return "";
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(mapping.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected every Java to have SHA-256", e);
        }
    }
}
