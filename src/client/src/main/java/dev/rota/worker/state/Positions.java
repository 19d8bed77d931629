package dev.rota.worker.state;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The positions up to which a topic was read.
 *
 * @param topicId the topic's UUID, which changes if the topic is re-created
 * @param offsets the offset of the next record of each partition
 */
record Positions(String topicId, SortedMap<Integer, Long> offsets) {

    /** Returns the text form, for a row on disk. */
    String text() {
        StringBuilder text = new StringBuilder(topicId);
        offsets.forEach((partition, offset) ->
                text.append(' ').append(partition).append(':').append(offset));
        return text.toString();
    }

    static Positions parse(String text) {
        String[] words = text.split(" ");
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            int colon = words[i].indexOf(':');
            offsets.put(Integer.valueOf(words[i].substring(0, colon)), Long.valueOf(words[i].substring(colon + 1)));
        }
        return new Positions(words[0], offsets);
    }
}
