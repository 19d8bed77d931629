package dev.rota.bench.lanes;

import dev.rota.kafka.AdminAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;

/**
 * The record batches on the embedded broker's disk, by topic. Their headers are read from the segment files, because no
 * client sees batches.
 */
record SegmentCounts(Map<String, Batches> topics) {

    /**
     * The batches of topics.
     *
     * @param records the records in batches with data
     * @param batches the batches with data
     * @param markers the batches that end a transaction
     */
    record Batches(long records, long batches, long markers) {

        static final Batches NONE = new Batches(0, 0, 0);

        Batches plus(Batches more) {
            return new Batches(records + more.records, batches + more.batches, markers + more.markers);
        }

        Batches minus(Batches before) {
            return new Batches(records - before.records, batches - before.batches, markers - before.markers);
        }
    }

    /** The embedded broker's node id. */
    private static final int BROKER = 1;

    /** The header of a record batch, as Kafka's documentation defines it, and the places of its fields. */
    private static final int HEADER_BYTES = 61;

    private static final int LENGTH_AT = 8;
    private static final int ATTRIBUTES_AT = 21;
    private static final int COUNT_AT = 57;

    /** The bytes before and of the length, which it does not include. */
    private static final int BEFORE_LENGTH_BYTES = 12;

    private static final int CONTROL_BIT = 0x20;

    /** Counts the batches of all topics. */
    static SegmentCounts now(Admin admin) {
        Map<String, Batches> topics = new TreeMap<>();
        AdminAnswers.get(admin.describeLogDirs(List.of(BROKER)).allDescriptions())
                .values()
                .forEach(folders -> folders.forEach((folder, log) -> log.replicaInfos()
                        .keySet()
                        .forEach(partition -> topics.merge(
                                partition.topic(), partition(Path.of(folder, partition.toString())), Batches::plus))));
        return new SegmentCounts(topics);
    }

    private static Batches partition(Path folder) {
        Batches sum = Batches.NONE;
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(folder, "*.log")) {
            for (Path segment : segments) {
                sum = sum.plus(segment(segment));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum;
    }

    private static Batches segment(Path segment) throws IOException {
        long records = 0;
        long batches = 0;
        long markers = 0;
        try (FileChannel channel = FileChannel.open(segment)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            long at = 0;
            while (channel.read(header.clear(), at) == HEADER_BYTES) {
                if ((header.getShort(ATTRIBUTES_AT) & CONTROL_BIT) != 0) {
                    markers++;
                } else {
                    batches++;
                    records += header.getInt(COUNT_AT);
                }
                at += BEFORE_LENGTH_BYTES + header.getInt(LENGTH_AT);
            }
        }
        return new Batches(records, batches, markers);
    }

    SegmentCounts since(SegmentCounts before) {
        Map<String, Batches> since = new TreeMap<>();
        topics.forEach(
                (topic, batches) -> since.put(topic, batches.minus(before.topics.getOrDefault(topic, Batches.NONE))));
        return new SegmentCounts(since);
    }

    Batches of(String topic) {
        return topics.getOrDefault(topic, Batches.NONE);
    }

    Batches of(List<String> names) {
        return names.stream().map(this::of).reduce(Batches.NONE, Batches::plus);
    }

    /** Returns the batches of Kafka's own topics: committed offsets and the state of transactions. */
    Batches ofKafka() {
        return of(
                topics.keySet().stream().filter(topic -> topic.startsWith("__")).toList());
    }
}
