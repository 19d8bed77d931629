package dev.rota.audit.files;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.engine.Domain;
import dev.rota.engine.text.FileProblem;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The contents of {@code evidence.json}, checked against limits and against the existing files. It is untrusted input:
 * a false claim must end in an error message, not in an endless run.
 */
final class Manifest {

    /** The maximum size of {@code evidence.json}. */
    static final long BYTES_MAX = 64L << 20;

    /** The maximum partition count of a topic, the same as in the settings. */
    static final int PARTITIONS_MAX = 10_000;

    private final Path folder;
    private final String prefix;
    private final Map<String, SortedMap<Integer, OffsetRange>> ranges = new HashMap<>();
    private final Map<String, String> topicIds = new HashMap<>();
    private final Set<String> compacted = new TreeSet<>();

    /** Reads the manifest of a folder; throws {@link AuditRefused} if it contains no evidence, or another domain's. */
    static Manifest read(Domain domain, Path folder) {
        JsonNode node = json(folder);
        String recorded = node.path("domain").asText();
        if (!recorded.equals(domain.name())) {
            throw new AuditRefused(
                    "expected evidence of " + domain.name() + " in " + folder + ", but it is of " + recorded);
        }
        return new Manifest(new Names(domain, node.path("prefix").asText()), folder, node);
    }

    private static JsonNode json(Path folder) {
        Path file = folder.resolve(EvidenceFiles.MANIFEST);
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new AuditRefused("expected evidence in " + folder + ", but " + EvidenceFiles.MANIFEST
                        + " has more than " + BYTES_MAX + " bytes");
            }
            return EvidenceFiles.JSON.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new AuditRefused("expected evidence in " + folder + ", but " + EvidenceFiles.MANIFEST
                    + " cannot be read (" + FileProblem.of(e) + ")");
        }
    }

    private Manifest(Names names, Path folder, JsonNode node) {
        this.folder = folder;
        this.prefix = names.prefix();
        Set<String> known = new TreeSet<>(names.audited());
        node.path("adopted").forEach(topic -> known.add(topic.asText()));
        for (JsonNode topic : node.path("topics")) {
            String name = topic.path("topic").asText();
            if (!known.contains(name) || !AdoptedTopics.isTopic(name) || ranges.containsKey(name)) {
                throw refused("topics of " + names.domain().name() + ", each once", "there is '" + name + "'");
            }
            topic(name, topic);
        }
        checkFiles();
    }

    private void topic(String name, JsonNode topic) {
        JsonNode partitions = topic.path("partitions");
        if (!partitions.isArray() || partitions.size() > PARTITIONS_MAX) {
            throw refused("at most " + PARTITIONS_MAX + " partitions of " + name, "there are " + partitions.size());
        }
        topicIds.put(name, topic.path("id").asText());
        if (topic.path("compacted").asBoolean()) {
            compacted.add(name);
        }
        SortedMap<Integer, OffsetRange> held = new TreeMap<>();
        for (JsonNode partition : partitions) {
            int number = (int) number(partition, "partition", name, held.size(), held.size());
            String place = name + "-" + number;
            long begin = number(partition, "begin", place, 0, Long.MAX_VALUE);
            long end = number(partition, "end", place, begin, Long.MAX_VALUE);
            long settled = partition.has("settled") ? number(partition, "settled", place, 0, end) : end;
            held.put(number, new OffsetRange(begin, end, settled));
        }
        ranges.put(name, held);
    }

    private static long number(JsonNode node, String field, String place, long min, long max) {
        JsonNode value = node.path(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw refused(
                    "'" + field + "' of " + place + " to be "
                            + (min == max ? String.valueOf(min) : "a number from " + min + " to " + max),
                    "it is " + value);
        }
        return value.longValue();
    }

    /**
     * Checks that manifest and files match: an unlisted file would be skipped silently, and partitions without files
     * could be claimed at no cost.
     */
    private void checkFiles() {
        TreeSet<String> unnamed = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(EvidenceFiles.SUFFIX))
                    .forEach(unnamed::add);
        } catch (IOException e) {
            throw new AuditRefused("expected evidence in " + folder + ", but it cannot be listed");
        }
        ranges.forEach((topic, held) -> held.forEach((partition, range) -> {
            String file = topic + "-" + partition + EvidenceFiles.SUFFIX;
            if (!unnamed.remove(file) && range.begin() == range.end()) {
                throw refused("only partitions that have a file", "there is no " + file);
            }
        }));
        if (!unnamed.isEmpty()) {
            throw refused("every file of the folder to be named", unnamed.first() + " is not");
        }
    }

    private static AuditRefused refused(String expected, String found) {
        return new AuditRefused("expected in " + EvidenceFiles.MANIFEST + " " + expected + ", but " + found);
    }

    String prefix() {
        return prefix;
    }

    Map<String, SortedMap<Integer, OffsetRange>> ranges() {
        return ranges;
    }

    Map<String, String> topicIds() {
        return topicIds;
    }

    Set<String> compacted() {
        return compacted;
    }
}
