package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A copy of recorded evidence, for tests that tamper with it. */
public final class EvidenceFolder {

    public static final Path RECORDED = Path.of("src/rota/src/test/resources/recorded/cores-1");

    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;

    private EvidenceFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the recorded evidence itself, which must not be changed. */
    public static EvidenceFolder recorded() {
        return new EvidenceFolder(RECORDED);
    }

    public static EvidenceFolder copyTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(RECORDED)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        return new EvidenceFolder(folder);
    }

    public Path path() {
        return folder;
    }

    public Path file(String topic, int partition) {
        return folder.resolve(topic + "-" + partition + ".jsonl");
    }

    public List<ObjectNode> records(String topic, int partition) throws IOException {
        List<ObjectNode> records = new ArrayList<>();
        for (String line : Files.readAllLines(file(topic, partition))) {
            records.add((ObjectNode) JSON.readTree(line));
        }
        return records;
    }

    /** Changes the records of a partition, and their end in the manifest. */
    void edit(String topic, int partition, Consumer<List<ObjectNode>> change) throws IOException {
        List<ObjectNode> records = records(topic, partition);
        change.accept(records);
        List<String> lines = new ArrayList<>();
        for (ObjectNode record : records) {
            lines.add(JSON.writeValueAsString(record));
        }
        Files.write(file(topic, partition), lines);
        manifest(topic, partition, held -> {
            long last = records.isEmpty()
                    ? -1
                    : records.get(records.size() - 1).path("offset").asLong();
            if (last >= held.path("end").asLong()) {
                held.put("end", last + 1);
            }
        });
    }

    /** Changes one record. */
    public void edit(String topic, int partition, int index, Consumer<ObjectNode> change) throws IOException {
        edit(topic, partition, records -> change.accept(records.get(index)));
    }

    /** Changes a partition's entry in the manifest. */
    public void manifest(String topic, int partition, Consumer<ObjectNode> change) throws IOException {
        Path file = folder.resolve("evidence.json");
        JsonNode manifest = JSON.readTree(Files.readString(file));
        for (JsonNode entry : manifest.path("topics")) {
            if (entry.path("topic").asText().equals(topic)) {
                change.accept((ObjectNode) entry.path("partitions").get(partition));
            }
        }
        Files.writeString(file, manifest.toPrettyString());
    }

    /** Adds an empty partition to a topic. */
    void addPartition(String topic, int partition) throws IOException {
        Files.createFile(file(topic, partition));
        topic(
                topic,
                entry -> entry.withArray("partitions")
                        .addObject()
                        .put("partition", partition)
                        .put("begin", 0)
                        .put("end", 0));
    }

    /** Changes a topic's entry in the manifest. */
    public void topic(String topic, Consumer<ObjectNode> change) throws IOException {
        Path file = folder.resolve("evidence.json");
        JsonNode manifest = JSON.readTree(Files.readString(file));
        for (JsonNode entry : manifest.path("topics")) {
            if (entry.path("topic").asText().equals(topic)) {
                change.accept((ObjectNode) entry);
            }
        }
        Files.writeString(file, manifest.toPrettyString());
    }

    /** Removes all inputs, as retention does. */
    void removeInputs() throws IOException {
        for (String topic : List.of("cores.blocks", "cores.claims")) {
            for (int partition = 0; partition < 4; partition++) {
                edit(topic, partition, List::clear);
                manifest(
                        topic,
                        partition,
                        held -> held.put("begin", held.path("end").asLong()));
            }
        }
    }

    static byte[] bytes(ObjectNode node, String field) {
        return Base64.getDecoder().decode(node.path(field).asText());
    }

    static void put(ObjectNode node, String field, byte[] bytes) {
        node.put(field, Base64.getEncoder().encodeToString(bytes));
    }

    static void flip(ObjectNode node, String field, int bit) {
        byte[] bytes = bytes(node, field);
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        put(node, field, bytes);
    }

    static String text(ObjectNode node, String field) {
        return new String(bytes(node, field), UTF_8);
    }

    static ObjectNode header(ObjectNode record, String name) {
        for (JsonNode header : record.path("headers")) {
            if (header.path("name").asText().equals(name)) {
                return (ObjectNode) header;
            }
        }
        throw new IllegalArgumentException("expected a header " + name + ", but there is none in " + record);
    }

    static void header(ObjectNode record, String name, String value) {
        put(header(record, name), "value", value.getBytes(UTF_8));
    }

    public static String headerText(ObjectNode record, String name) {
        return text(header(record, name), "value");
    }
}
