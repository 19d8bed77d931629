package dev.rota.audit.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.audit.EvidenceFolder;
import dev.rota.audit.Verdict;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence is untrusted: for any content of a folder, an audit reports an error or a divergence, in bounded memory. */
class HostileEvidenceTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private EvidenceFolder evidence;

    @BeforeEach
    void copy() throws IOException {
        evidence = EvidenceFolder.copyTo(folder.resolve("evidence"));
    }

    @ParameterizedTest
    @CsvSource({
        "cores.log, end, -1",
        "cores.log, begin, -1",
        "cores.log, begin, 100000",
        "cores.log, partition, 7",
        "cores.forecasts, settled, -1"
    })
    void shouldRefuseImpossibleNumbers(String topic, String field, long value) throws IOException {
        evidence.manifest(topic, 3, held -> held.put(field, value));

        refused("cores.");
    }

    @Test
    void shouldRefuseAManifestThatClaimsLessThanTheFilesHold() throws IOException {
        evidence.manifest("cores.forecasts", 3, held -> held.put("end", 50));

        refused("cores.forecasts-3.jsonl");
    }

    @Test
    void shouldRefuseALogThatIsClaimedShorterThanItsFile() throws IOException {
        evidence.manifest("cores.log", 3, held -> held.put("end", 50));

        refused("cores.log-3.jsonl");
    }

    @Test
    void shouldRefuseAFileThatTheManifestDoesNotName() throws IOException {
        Files.copy(evidence.file("cores.log", 3), evidence.file("cores.log", 4));

        refused("cores.log-4.jsonl");
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 300_000})
    void shouldRefusePartitionsThatHaveNoFiles(int partitions) throws IOException {
        manifest(topic -> {
            for (int i = 4; i < partitions; i++) {
                topic.withArray("partitions")
                        .addObject()
                        .put("partition", i)
                        .put("begin", 0)
                        .put("end", 0);
            }
        });

        refused("partitions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{}", "null", "5", "{\"domain\":\"cores\"}", "{\"domain\":\"cores\",\"topics\":[]}"})
    void shouldRefuseAManifestWithoutTopics(String text) throws IOException {
        Files.writeString(evidence.path().resolve("evidence.json"), text);

        refused("");
    }

    @Test
    void shouldRefuseATopicThatTheDomainDoesNotHave() throws IOException {
        manifest(topic -> topic.put("topic", "../../etc/passwd"));

        refused("../../etc/passwd");
    }

    @Test
    void shouldRefuseAnEmptyFolder() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThatThrownBy(() -> Verdict.of(empty)).isInstanceOf(AuditRefused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cores.log-3", "cores.forecasts-3", "cores.checkpoints-3", "cores.log-2"})
    void shouldNotVerifyAHalfDeletedFolder(String file) throws IOException {
        Files.delete(evidence.path().resolve(file + ".jsonl"));

        assertThat(Verdict.of(evidence.path()).right()).isFalse();
    }

    @Test
    void shouldNotVerifyAFolderOfEmptyFiles() throws IOException {
        try (Stream<Path> files = Files.list(evidence.path())) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                Files.write(file, new byte[0]);
            }
        }

        assertThat(Verdict.of(evidence.path()).right()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cores.log", "cores.forecasts", "cores.claims"})
    void shouldRefuseALineThatIsTooLong(String topic) throws IOException {
        try (OutputStream out = Files.newOutputStream(evidence.file(topic, 3))) {
            byte[] block = new byte[1 << 16];
            Arrays.fill(block, (byte) 'x');
            for (long written = 0; written <= EvidenceFiles.LINE_BYTES_MAX; written += block.length) {
                out.write(block);
            }
        }

        refused("at most 1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 700_000, 786_400, 1_048_576, 5_000_000, 25_000_000})
    void shouldCarryValuesOfAnySizeInShortLines(int bytes) throws IOException {
        byte[] value = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            value[i] = (byte) (i * 31 + (i >> 8));
        }
        List<StoredHeader> headers = List.of(new StoredHeader("h", new byte[] {1}), new StoredHeader("none", null));
        StoredRecord large = new StoredRecord("t", 0, 5, 77, "key".getBytes(UTF_8), headers, value);
        StoredRecord next = new StoredRecord("t", 0, 6, 78, null, List.of(), null);
        Files.createDirectories(folder);

        write(large, next);

        List<StoredRecord> read = read();
        assertThat(read).hasSize(2);
        assertThat(read.get(0).value())
                .isEqualTo(bytes > RecordJson.KEPT_BYTES_MAX ? Arrays.copyOf(value, RecordJson.KEPT_BYTES_MAX) : value);
        assertThat(read.get(0).key()).isEqualTo(large.key());
        assertThat(read.get(0).headerText("h")).isEqualTo("\u0001");
        assertThat(read.get(1).offset()).isEqualTo(6);
        assertThat(read.get(1).value()).isNull();
        for (String line : Files.readAllLines(EvidenceFiles.file(folder, "t", 0))) {
            assertThat(line.length()).isLessThanOrEqualTo(EvidenceFiles.LINE_BYTES_MAX);
        }
    }

    private void write(StoredRecord... records) throws IOException {
        try (OutputStream out = Files.newOutputStream(EvidenceFiles.file(folder, "t", 0))) {
            EvidenceFiles.write(records(records), out);
        }
    }

    @Test
    void shouldCarryHeadersAndNamesOfAnySize() throws IOException {
        String name = "n".repeat(3_000_000);
        StoredRecord record = new StoredRecord(
                "t", 0, 5, 77, new byte[3_000_000], List.of(new StoredHeader(name, new byte[30_000_000])), new byte[3]);

        write(record);

        assertThat(read())
                .singleElement()
                .satisfies(one -> assertThat(one.value()).hasSize(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldNameARecordThatLacksAPiece(int piece) throws IOException {
        write(new StoredRecord("t", 0, 5, 77, null, List.of(), new byte[1_500_000]));
        Path file = EvidenceFiles.file(folder, "t", 0);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.remove(piece);
        Files.write(file, lines);

        assertThatThrownBy(this::read)
                .isInstanceOf(Evidence.UnreadableRecord.class)
                .hasMessageContaining("broken");
    }

    private List<StoredRecord> read() {
        List<StoredRecord> all = new ArrayList<>();
        try (Evidence.Records records = new FileRecords(folder, "t", 0, new Evidence.OffsetRange(0, 100), 0, 100)) {
            for (StoredRecord record = records.next(); record != null; record = records.next()) {
                all.add(record);
            }
        }
        return all;
    }

    private static Evidence.Records records(StoredRecord... records) {
        ArrayDeque<StoredRecord> left = new ArrayDeque<>(List.of(records));
        return new Evidence.Records() {
            @Override
            public StoredRecord next() {
                return left.poll();
            }

            @Override
            public void close() {
                left.clear();
            }
        };
    }

    private void manifest(Consumer<ObjectNode> change) throws IOException {
        evidence.topic("cores.log", change);
    }

    private void refused(String said) {
        assertThatThrownBy(() -> Verdict.of(evidence.path()))
                .isInstanceOf(AuditRefused.class)
                .hasMessageContaining(said)
                .message()
                .doesNotContain("\n");
    }
}
