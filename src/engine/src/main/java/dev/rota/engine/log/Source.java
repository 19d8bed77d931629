package dev.rota.engine.log;

import dev.rota.engine.Nullable;

/** The coordinates of an input record, with the UUID of its topic. */
public record Source(String topic, int partition, long offset, String topicId) {

    /** Returns {@code topic/partition/offset}, the form in rejections. */
    public String coordinates() {
        return topic + "/" + partition + "/" + offset;
    }

    /** Parses coordinates. Returns null if they are malformed. */
    public static @Nullable Source parse(String coordinates, String topicId) {
        int second = coordinates.lastIndexOf('/');
        int first = coordinates.lastIndexOf('/', second - 1);
        if (first < 1) {
            return null;
        }
        try {
            return new Source(
                    coordinates.substring(0, first),
                    Integer.parseInt(coordinates.substring(first + 1, second)),
                    Long.parseLong(coordinates.substring(second + 1)),
                    topicId);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
