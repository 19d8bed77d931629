package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that source code contains no forbidden constructs, above all where it decides. */
class TidinessTest {

    private static final String HOUSE = "/dev/rota/";

    /** Records with more components than others may have, and why. */
    private static final Map<String, String> LARGE_RECORDS = Map.of(
            "CohortState", "a published page, whose members are the components",
            "ChainState", "a published page, whose members are the components",
            "PoolState", "a published page, whose members are the components",
            "NetworkState", "a published page, whose members are the components",
            "DatasetPage", "a published page, whose members are the components",
            "Summary", "a published answer of what-if, whose members are the components",
            "Entry", "kept a hundred thousand times, and groups would take more memory than what they group");

    private static final Pattern LINK = Pattern.compile("@link\\s[*\\s]*(dev\\.rota(?:\\.[a-z]\\w*)+\\.[A-Z]\\w*)");

    static List<Path> sources() throws IOException {
        return Checkout.files("main/java", ".java");
    }

    @Test
    void shouldBeTidy() throws IOException {
        for (Path source : sources()) {
            String path = source.toString();
            String room = path.substring(path.indexOf(HOUSE) + HOUSE.length()).split("/", 2)[0];
            assertThat(Tidiness.offences(room, source.getFileName().toString(), Files.readString(source)))
                    .as(source.toString())
                    .isEmpty();
        }
    }

    @Test
    void shouldKeepMethodsAndRecordsSmall() throws IOException {
        assertThat(MethodSizes.tooLarge(sources()))
                .map(found -> found.replaceAll(".*: (\\w+) has .*", "$1"))
                .containsExactlyInAnyOrderElementsOf(LARGE_RECORDS.keySet());
    }

    @Test
    void shouldFindMethodsThatAreTooLarge(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("Large.java");
        Files.writeString(
                source,
                "class Large {\n"
                        + "    void wide(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}\n"
                        + "    void eight(int a, int b, int c, int d, int e, int f, int g, int h) {}\n"
                        + "    void tall() {" + "\n".repeat(60) + "}\n"
                        + "    void sixty() {" + "\n".repeat(59) + "}\n"
                        + "    record Twelve(" + components(12) + ") { static int none; }\n"
                        + "    record Thirteen(" + components(13) + ") {}\n"
                        + "}\n");

        assertThat(MethodSizes.tooLarge(List.of(source)))
                .containsExactly(
                        source + ": wide has 9 parameters",
                        source + ": tall has 61 lines",
                        source + ": Thirteen has 13 components");
    }

    private static String components(int count) {
        return IntStream.range(0, count).mapToObj(i -> "int c" + i).collect(Collectors.joining(", "));
    }

    /** The compiler does not read comments, so links to a renamed class would break unnoticed. */
    @Test
    void shouldLinkToClassesThatExist() throws IOException {
        for (Path source : sources()) {
            assertThat(LINK.matcher(Files.readString(source)).results().map(link -> link.group(1)))
                    .as(source.toString())
                    .allSatisfy(name -> assertThat(
                                    Class.forName(name, false, getClass().getClassLoader()))
                            .isNotNull());
        }
    }

    @Test
    void shouldReadAllSources() throws IOException {
        assertThat(sources()).hasSizeGreaterThan(150);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "long t = System.currentTimeMillis();",
                "long t = System.nanoTime();",
                "var t = Instant.now();",
                "var t = LocalDate.now(zone);",
                "var d = Math.random();",
                "var r = new Random(7);",
                "var r = ThreadLocalRandom.current();",
                "var r = new SplittableRandom(7);",
                "var id = UUID.randomUUID();",
                "list.parallelStream();",
                "list.stream().parallel();",
                "var m = Map.of(\"a\", 1);",
                "var s = Set.of(a, b);",
                "x.collect(Collectors.toSet());",
                "x.collect(Collectors.groupingBy(y));",
                "var s = text.toLowerCase();",
                "var s = String.format(\"%d\", 1);",
                "var s = \"%d\".formatted(1);",
                "var b = text.getBytes();",
                "var s = new String(bytes);",
                "var s = new String(a.bytes());",
                "double share = 1;",
                "Set<String> seen = new HashSet<>(); for (String s : seen) {}",
                "Set<String> seen = new HashSet<>(); seen.forEach(x -> {});",
                "Map<String, String> m = new HashMap<>(); m.values();",
                "Map<String, String> m = new HashMap<>(); give(m);",
                "return new HashMap<>();",
                "// TODO: later",
                "try { x(); } catch (IOException e) { }",
                "e.printStackTrace();",
                "System.exit(1);",
            })
    void shouldFindWhatIsForbiddenWhereDecisionsAreMade(String line) {
        assertThat(Tidiness.offences("cores", "Some.java", line)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// System.nanoTime() is forbidden here",
                "String s = \"Instant.now\";",
                "step.parallel(4, slice -> {});",
                "var s = Set.of(); var m = Map.of();",
                "var s = new String(bytes, UTF_8);",
                "var s = new String(a.bytes(), 0, 4, UTF_8);",
                "var s = text.toLowerCase(Locale.ROOT);",
                "Set<String> seen = new HashSet<>(); if (seen.add(x)) { seen.clear(); }",
                "try { x(); } catch (IOException e) { // said below\n }",
            })
    void shouldAllowTheRest(String line) {
        assertThat(Tidiness.offences("cores", "Some.java", line)).isEmpty();
    }
}
