package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.files.FileEvidence;
import dev.rota.audit.log.Voids;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.NotThere;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Names;
import dev.rota.shards.scheduler.ShardsDomain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares each member of the pages' JSON, which other programs read, with {@code src/rota/src/test/resources/pages} at some
 * points of the recorded logs. {@code -Drota.record.pages=true} writes those files again.
 */
class PublicPagesTest {

    private static final Path GOLDEN = Path.of("src/rota/src/test/resources/pages");

    private static final int RECORDS_BETWEEN = 60;

    private static final int IDS_MAX = 3;

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    static Stream<Arguments> domains() {
        return Stream.of(
                Arguments.of(new CoresDomain(), "cores-1"),
                Arguments.of(new JobsDomain(), "jobs-1"),
                Arguments.of(new ChunksDomain(), "chunks-1"),
                Arguments.of(new ShardsDomain(), "shards-1"));
    }

    @ParameterizedTest
    @MethodSource("domains")
    void shouldWriteTheSameJson(Domain domain, String recorded) throws Exception {
        ObjectNode pages = pages(domain, Path.of("src/rota/src/test/resources/recorded", recorded));

        Path golden = GOLDEN.resolve(domain.name() + ".json");
        if (Boolean.getBoolean("rota.record.pages")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, JSON.writeValueAsString(pages) + "\n");
        }
        assertThat(JSON.readTree(JSON.writeValueAsString(pages))).isEqualTo(JSON.readTree(golden.toFile()));
    }

    private static ObjectNode pages(Domain domain, Path folder) throws Exception {
        ObjectNode pages = JSON.createObjectNode();
        FileEvidence evidence = FileEvidence.of(domain, folder);
        Names names = new Names(domain, evidence.prefix());
        for (var each : evidence.ranges(names.log()).entrySet()) {
            int partition = each.getKey();
            OffsetRange range = each.getValue();
            PartitionMachine machine =
                    new PartitionMachine(domain, new MemoryRows(), Parallel.SEQUENTIAL, (decision, chain) -> {});
            var voids = new Voids(names, evidence, partition).all();
            Set<String> units = new TreeSet<>();
            try (Records records = evidence.read(names.log(), partition, range.begin(), range.end())) {
                for (StoredRecord stored = records.next(); stored != null; stored = records.next()) {
                    Position position = new Position(stored.partition(), stored.offset(), stored.time());
                    LogRecord record = LogFormat.parse(position, stored.key(), stored::header, stored.value());
                    LogRecord.Voiding voiding = voids.get(stored.offset());
                    if (voiding == null) {
                        machine.handle(record);
                    } else {
                        machine.voided(record, voiding);
                    }
                    String unit = PartitionAudit.unit(record);
                    if (unit != null && !unit.isEmpty()) {
                        units.add(unit);
                    }
                    if (stored.offset() % RECORDS_BETWEEN == 0 || stored.offset() == range.end() - 1) {
                        for (String one : units) {
                            add(domain, machine, one, stored.offset(), pages);
                        }
                    }
                }
            }
        }
        return pages;
    }

    private static void add(Domain domain, PartitionMachine machine, String unit, long offset, ObjectNode pages)
            throws Exception {
        if (machine.unit(unit) == null) {
            return;
        }
        PageSnapshot snapshot = machine.reports().snapshot(unit);
        while (snapshot == null) {
            snapshot = machine.reports().snapshot(unit);
        }
        ObjectNode its = pages.putObject(unit + " " + offset);
        for (String page : domain.pages().keySet()) {
            if (page.endsWith(".json") && page.indexOf('{') < 0) {
                try {
                    its.set(page, JSON.readTree(PlainJson.page(snapshot.content(page))));
                } catch (NotThere e) {
                    its.put(page, e.getMessage());
                }
            }
        }
        Set<String> ids = new LinkedHashSet<>();
        for (String member : List.of("bot", "peer_id", "id", "dataset")) {
            its.findValuesAsText(member).stream().distinct().limit(IDS_MAX).forEach(ids::add);
        }
        for (String page : domain.pages().keySet()) {
            if (page.endsWith(".json") && page.indexOf('{') >= 0) {
                for (String id : ids) {
                    addPage(snapshot, page.replaceAll("\\{.*}", id), its);
                }
            }
        }
        Set<String> listed = new LinkedHashSet<>();
        its.properties().forEach(page -> {
            JsonNode dataset = page.getValue().path("dataset");
            page.getValue()
                    .path("chunks")
                    .forEach(chunk ->
                            listed.add(dataset.asText(chunk.path("dataset").asText()) + "/"
                                    + chunk.path("id").asText()));
        });
        for (String chunk : listed.stream().limit(IDS_MAX).toList()) {
            addPage(snapshot, "chunks/" + chunk + ".json", its);
        }
    }

    private static void addPage(PageSnapshot snapshot, String page, ObjectNode pages) throws Exception {
        try {
            pages.set(page, JSON.readTree(PlainJson.page(snapshot.content(page))));
        } catch (NotThere e) {
            // no such page
        }
    }
}
