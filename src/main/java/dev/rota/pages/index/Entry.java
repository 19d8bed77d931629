package dev.rota.pages.index;

import java.util.Comparator;
import java.util.List;

/**
 * An output record, as far as lists and searches need it. The record itself is read again when somebody looks at it.
 *
 * @param topic with the prefix, as it stands in coordinates
 * @param name the topic without the prefix
 * @param time of the log record that caused it
 * @param seq 0 for a checkpoint, which has none
 * @param chain the first half of the unit's head after the cause, in hex
 * @param kind what an enum in it says, such as ASSIGNED; the reason of a rejection; else empty
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

    /** Newest first, those of a unit in the order decided; no two records are equal. */
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

    /** Stands for the place right before the first that a log record caused, in the order decided. */
    static Entry beforeAllOf(Cause cause, long time) {
        return place(cause, time, Long.MIN_VALUE);
    }

    /** Stands for the place right after the last that a log record caused, in the order decided. */
    static Entry afterAllOf(Cause cause, long time) {
        return place(cause, time, Long.MAX_VALUE);
    }

    private static Entry place(Cause cause, long time, long seq) {
        return new Entry("", "", "", 0, 0, time, "", seq, cause, "", "", "", "", "", List.of());
    }

    /** Its permanent address. */
    public String at() {
        return topic + "/" + partition + "/" + offset;
    }

    public boolean isCheckpoint() {
        return name.endsWith(".checkpoints");
    }

    public boolean isRejection() {
        return name.endsWith(".rejections");
    }

    /** Whether it is about this id. */
    public boolean mentions(String id) {
        if (key.equals(id)) {
            return true;
        }
        // A search asks each of thousands: a stream for each would be most of its time.
        for (Mention mention : mentions) {
            if (mention.id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is about an id with these characters in it. */
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
