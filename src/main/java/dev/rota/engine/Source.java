package dev.rota.engine;

/** Where an input was read: a public topic's record, and that topic's id, which no other topic ever had. */
public record Source(String topic, int partition, long offset, String topicId) {

    /** {@code topic/partition/offset}, as rejections name it. */
    public String coordinates() {
        return topic + "/" + partition + "/" + offset;
    }

    /** Reads coordinates; null where they are none. */
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
