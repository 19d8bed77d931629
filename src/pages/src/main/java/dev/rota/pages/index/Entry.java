package dev.rota.pages.index;

import java.util.Comparator;
import java.util.List;

/**
 * The fields of an output record that lists and searches need. The record itself is read again when its page is opened.
 *
 * @param topic the topic with the prefix, as in coordinates
 * @param name the topic without the prefix
 * @param time the time of the log record that caused the output
 * @param seq the sequence number; 0 for a checkpoint, which has none
 * @param chain the first half of the unit's head after the cause, in hex
 * @param kind the symbol of an enum field, such as ASSIGNED, or the reason of a rejection; else empty
 */
public record Entry(
        String domain,
        String topic,
        String name,
        int partition,
        long offset,
        long time,
        String unit,
        long seq,
        Cause cause,
        String rules,
        String chain,
        String key,
        String kind,
        String sentence,
        List<Mention> mentions) {

    /** The log record that caused an output. */
    public record Cause(int partition, long offset) {}

    /**
     * Orders entries newest first, and entries of a unit by the reverse order of decisions. No two records are equal.
     */
    public static final Comparator<Entry> NEWEST_FIRST = Comparator.comparingLong(Entry::time)
            .thenComparingInt(entry -> entry.cause().partition())
            .thenComparingLong(entry -> entry.cause().offset())
            .thenComparingLong(Entry::seq)
            .thenComparing(Entry::topic)
            .thenComparingInt(Entry::partition)
            .thenComparingLong(Entry::offset)
            .reversed();

    public Entry {
        mentions = List.copyOf(mentions);
    }

    /** Returns the position right before the first output of a log record, in the order decided. */
    static Entry beforeAllOf(Cause cause, long time) {
        return place(cause, time, Long.MIN_VALUE);
    }

    /** Returns the position right after the last output of a log record, in the order decided. */
    static Entry afterAllOf(Cause cause, long time) {
        return place(cause, time, Long.MAX_VALUE);
    }

    private static Entry place(Cause cause, long time, long seq) {
        return new Entry("", "", "", 0, 0, time, "", seq, cause, "", "", "", "", "", List.of());
    }

    /** Returns the coordinates of the record, its permanent address. */
    public String at() {
        return topic + "/" + partition + "/" + offset;
    }

    public boolean isCheckpoint() {
        return name.endsWith(".checkpoints");
    }

    public boolean isRejection() {
        return name.endsWith(".rejections");
    }

    /** Returns whether the record mentions an id. */
    public boolean mentions(String id) {
        if (key.equals(id)) {
            return true;
        }
        // No stream: a search calls this for thousands of entries, and creating streams would take most of its time.
        for (Mention mention : mentions) {
            if (mention.id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the record mentions an id that contains {@code part}. */
    public boolean mentionsPart(String part) {
        if (key.contains(part)) {
            return true;
        }
        for (Mention mention : mentions) {
            if (mention.id().contains(part)) {
                return true;
            }
        }
        return false;
    }
}
