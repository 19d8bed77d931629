package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.engine.schema.Avro;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Released public schemas, by rules number, stay readable by every later build. Schemas of rows are private. */
class EvolutionTest {

    private static final Path RELEASED = Path.of("src/lab/src/test/resources/schemas/released");
    private static final List<Domain> DOMAINS = InstalledDomains.all();

    /** Returns each public schema of a release, with its current version. */
    static List<Arguments> released() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (Domain domain : DOMAINS) {
            for (int rules = 1; rules <= domain.rules(); rules++) {
                for (Input<?> input : domain.inputs()) {
                    all.add(Arguments.of(rules, "in", file(rules, input.schema()), input.schema()));
                }
                for (Output<?> output : domain.outputs()) {
                    all.add(Arguments.of(rules, "out", file(rules, output.schema()), output.schema()));
                }
            }
        }
        return all;
    }

    @ParameterizedTest(name = "rules {0}: {1} {2}")
    @MethodSource("released")
    void shouldStayCompatible(int rules, String way, Path file, Schema today) throws IOException {
        Schema then = read(file);
        assertThat(way.equals("in") ? Evolution.ofInput(then, today) : Evolution.ofOutput(then, today))
                .isEmpty();
    }

    /** A decision with one more field has a different encoding, so it requires a new rules number. */
    @ParameterizedTest
    @CsvSource({
        "cores.assignments, 56862a75ebba6a76e5f8280e01d5dcbda3a71ce21ea25331fe2f3064b863b885",
        "cores.forecasts, 186471070a721f34a729e38570b0c9231d4445fa08af342c87f6c3264a2492df",
        "cores.groups, 8fae4e4f2c8d83cefac4f0391e0ad75f2eb2bc45430a347d3d0295315d82b0f2",
        "cores.claim-events, 91bd72e965306b15bdbafd66a16de76a225a92d1f93e9d4ab2c5343bcbd65416",
        "cores.duties, 23ca37b2178eb1fbace5507f1014fb3899ad96172359833c48ee378a3ff1eb89",
        "cores.rejections, 8fae8be4a7026b96b98cbe91de5d7f89ff6c494cf467fc0f59f3b7da4db062a4",
        "cores.checkpoints, 226e2105e0c2d9b997ba17b2784a8652626c8a49a60d086588e9c3a00c078670",
        "jobs.assignments, 5b66e107835d58b0bd5f0992d61f73d8e88455ff281a7814aae3ade3ea29b548",
        "jobs.events, 1316bd2ed557c54be46ece7e144cb1834269dc125bc0793e46b23dfa611b26db",
        "jobs.operations, 4a2971ad7b6960211f5157699ad579b0ebcd2675591b03ff00940bc6c3eae1d7",
        "jobs.demand, 9928700f0aae24f58d083b9e2e82ca94e288c196e975cab67bf33288f3c16496",
        "jobs.rejections, 8fae8be4a7026b96b98cbe91de5d7f89ff6c494cf467fc0f59f3b7da4db062a4",
        "jobs.checkpoints, 226e2105e0c2d9b997ba17b2784a8652626c8a49a60d086588e9c3a00c078670",
        "chunks.epochs, 35a44472bcdbb697755431d6951db3b742277db3c40bfcacf9f4c8774d814ea0",
        "chunks.assignments, 67995965d41c0c72330557328f384ff9bd567340b10a7d05536e12b7c9748888",
        "chunks.catalog, 793d94f47e0cb82d6b6266d8eefd256ab995ec22593ecfd23751afee41619501",
        "chunks.worker-status, 1a249a3710bd957219a125cccc1826a73d02e597b0664d501d48060364c64b1b",
        "chunks.epoch-events, 51fc6a2a886446af35d0ed715ea18c473ee68a621379b9eff8fd329ccb12f4d4",
        "chunks.routes, 9825e28c745e932d44d5068a0e2d7b092466cae648eb73580e42baaa295dc222",
        "chunks.rejections, 8fae8be4a7026b96b98cbe91de5d7f89ff6c494cf467fc0f59f3b7da4db062a4",
        "chunks.checkpoints, 226e2105e0c2d9b997ba17b2784a8652626c8a49a60d086588e9c3a00c078670",
        "shards.assignments, 8a97d4349d24191f230f0edeee50993cca88b7974f09fb915d6eab1b024905aa",
        "shards.blocks, 89437f5bf25e0eead22004f0d9e8a15da749ea888600f7c3f79f5114a6ef23a9",
        "shards.receipts, 32945a8ab4946df08e891dc4b68f484ae6547e61995372dbdbc2061d7eb8c4f5",
        "shards.states, 4542dfce831887c2e9d4c4863ce756c327a479fc511f37bfe85aa1189284c1c9",
        "shards.dead-letters, 78c007884eacafe26953964827c9104c85574d418ba8f0c6cdb3d906257c8715",
        "shards.worker-events, 9d84a96c5bbb64c9475ee67ebdb976d09e9c3f6e74f25b687bc76d751696972c",
        "shards.rejections, 8fae8be4a7026b96b98cbe91de5d7f89ff6c494cf467fc0f59f3b7da4db062a4",
        "shards.checkpoints, 226e2105e0c2d9b997ba17b2784a8652626c8a49a60d086588e9c3a00c078670",
    })
    void shouldDecideInTheSameBytesUnderTheSameRules(String topic, String fingerprint) {
        Output<?> output = DOMAINS.stream()
                .flatMap(domain -> domain.outputs().stream())
                .filter(one -> one.topic().equals(topic))
                .findFirst()
                .orElseThrow();
        assertThat(HexFormat.of().formatHex(Avro.fingerprint(output.schema())))
                .as("rules 1 have decided in these bytes; other bytes need rules 2")
                .isEqualTo(fingerprint);
    }

    @Test
    void shouldHaveFrozenEveryOutput() throws IOException {
        for (Domain domain : DOMAINS) {
            for (Output<?> output : domain.outputs()) {
                assertThat(Avro.fingerprint(read(file(domain.rules(), output.schema()))))
                        .as(output.topic() + " by rules " + domain.rules())
                        .isEqualTo(Avro.fingerprint(output.schema()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name': 'old', 'type': 'string'}, {'name': 'more', 'type': 'int'}              | in  | false",
                "{'name': 'old', 'type': 'string'}, {'name': 'more', 'type': 'int', 'default': 1}| in  | true",
                "{'name': 'old', 'type': 'string'}, {'name': 'more', 'type': 'int', 'default': 1}| out | true",
                "{'name': 'old', 'type': 'string'}, {'name': 'more', 'type': 'int'}              | out | false",
                "{'name': 'old', 'type': ['null', 'string']}                                     | in  | true",
                "{'name': 'old', 'type': ['null', 'string']}                                     | out | false",
                "{'name': 'new', 'type': 'string', 'aliases': ['old']}                           | in  | false",
                "{'name': 'old', 'type': 'string'}, {'name': 'e', 'default': 'A',"
                        + " 'type': {'type': 'enum', 'name': 'E', 'symbols': ['A']}}             | in  | false",
                "{'name': 'old', 'type': 'string'}, {'name': 'e', 'default': 'A',"
                        + " 'type': {'type': 'enum', 'name': 'E', 'symbols': ['A'], 'default': 'A'}} | out | true",
            })
    void shouldRecognizeIncompatibleChanges(String fields, String way, boolean allowed) {
        // given
        Schema then = record("{'name': 'old', 'type': 'string'}");
        Schema today = record(fields);

        // when
        List<String> found = way.equals("in") ? Evolution.ofInput(then, today) : Evolution.ofOutput(then, today);

        // then
        assertThat(found.isEmpty()).as(String.valueOf(found)).isEqualTo(allowed);
    }

    @Test
    void shouldKeepNoUncheckedReleasedSchema() throws IOException {
        List<Path> checked =
                released().stream().map(one -> (Path) one.get()[2]).distinct().toList();
        try (Stream<Path> files = Files.walk(RELEASED)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactlyInAnyOrderElementsOf(checked);
        }
    }

    private static Schema record(String fields) {
        String text = "{'type': 'record', 'name': 'R', 'namespace': 'x', 'fields': [" + fields + "]}";
        return new Schema.Parser().parse(text.replace('\'', '"'));
    }

    private static Path file(int rules, Schema schema) {
        String room = schema.getNamespace().substring("dev.rota.".length());
        return RELEASED.resolve(String.valueOf(rules)).resolve(room).resolve(schema.getName() + ".avsc");
    }

    private static Schema read(Path file) throws IOException {
        return new Schema.Parser().parse(Files.readString(file));
    }
}
