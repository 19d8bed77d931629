package dev.rota.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.log.LogFormat;
import dev.rota.trials.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/**
 * An audit notices any flipped bit of the evidence, except for bits on which no decision depends: the jar's version in
 * a checkpoint, and the registry's id of a schema, which a partition may never use.
 */
class AnyBitTest {

    private static final List<String> TOPICS = List.of(
            "cores.log",
            "cores.assignments",
            "cores.forecasts",
            "cores.groups",
            "cores.claim-events",
            "cores.duties",
            "cores.rejections",
            "cores.checkpoints");

    /** The bytes at the end of a checkpoint: "unreleased" with its length, and a null digest. */
    private static final int VERSION_BYTES = 12;

    /** A bit of a record's key, value, time, or of the value of one of its headers. */
    private record Place(ObjectNode node, String field, int bits) {}

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Seeded(60)
    void shouldNoticeAnyFlippedBitOfLogAndOutputs(long seed) throws IOException {
        // given
        Random random = new Random(seed);
        int topic = random.nextInt(2 * TOPICS.size());
        int partition = random.nextInt(4);
        int record = random.nextInt(Integer.MAX_VALUE);
        int bit = random.nextInt(Integer.MAX_VALUE);
        boolean inputs = random.nextBoolean();
        EvidenceFolder evidence = EvidenceFolder.copyTo(Files.createTempDirectory(folder, "try"));
        if (!inputs) {
            evidence.removeInputs();
        }
        // Half of the seeds flip a bit of the log.
        String name = topic % 2 == 0 ? TOPICS.get(0) : TOPICS.get(topic / 2);
        List<ObjectNode> records = evidence.records(name, partition);
        if (records.isEmpty()) {
            return;
        }
        int index = record % records.size();
        evidence.edit(name, partition, index, node -> flip(places(node, name.equals("cores.checkpoints")), bit));

        // when
        Verdict verdict = Verdict.of(evidence.path());

        // then
        assertThat(verdict.right())
                .as("a bit of " + name + "-" + partition + " record " + index)
                .isFalse();
    }

    private static void flip(List<Place> places, int bit) {
        int at = bit % places.stream().mapToInt(Place::bits).sum();
        for (Place place : places) {
            if (at < place.bits()) {
                if (place.field().equals("time")) {
                    place.node().put("time", place.node().path("time").asLong() ^ (1L << at));
                } else {
                    EvidenceFolder.flip(place.node(), place.field(), at);
                }
                return;
            }
            at -= place.bits();
        }
    }

    private static List<Place> places(ObjectNode record, boolean checkpoint) {
        List<Place> places = new ArrayList<>();
        for (JsonNode header : record.path("headers")) {
            ObjectNode node = (ObjectNode) header;
            if (!node.path("name").asText().equals(LogFormat.SCHEMA_ID)) {
                add(places, node, "value");
            }
        }
        add(places, record, "key");
        int value = EvidenceFolder.bytes(record, "value").length;
        places.add(new Place(record, "value", 8 * (checkpoint ? value - VERSION_BYTES : value)));
        places.add(new Place(record, "time", 62));
        return places;
    }

    private static void add(List<Place> places, ObjectNode node, String field) {
        int bytes = EvidenceFolder.bytes(node, field).length;
        if (bytes > 0) {
            places.add(new Place(node, field, 8 * bytes));
        }
    }
}
