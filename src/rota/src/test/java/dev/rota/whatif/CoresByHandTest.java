package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.whatif.report.Summary;
import dev.rota.whatif.report.SummaryText;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two claims wait for one core. A candidate occupies it for two blocks, so the first claim waits one block, and the
 * second one three. With two cores, both wait one block.
 */
class CoresByHandTest {

    private static final Path FOLDER = Path.of("src/rota/src/test/resources/whatif/cores");
    private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");
    private static final Group PARATHREADS = new Group("cores", "parathreads");

    @TempDir
    private Path folder;

    private Comparison answer(Path record, String... change) throws Exception {
        return Asking.answer(
                new CoresDomain(),
                Files.readAllLines(record),
                new Question(
                        "relay",
                        null,
                        false,
                        null,
                        false,
                        List.of(List.of(change)),
                        1,
                        folder.resolve("world"),
                        null,
                        false,
                        WorldLimits.COMMAND));
    }

    private Comparison.Worlds worlds(Path record, String... change) throws Exception {
        return Objects.requireNonNull(answer(record, change).worlds());
    }

    @Test
    void shouldScheduleBothClaimsAtOnceWithTwoCores() throws Exception {
        Comparison.Worlds worlds = worlds(
                FOLDER.resolve("record.jsonl"),
                Files.readString(FOLDER.resolve("change.jsonl")).strip());

        assertThat(worlds.error().mean()).isZero();
        assertThat(meanWait(worlds.record())).isEqualTo(2);
        assertThat(meanWait(worlds.baseline())).isEqualTo(2);
        assertThat(meanWait(worlds.change())).isEqualTo(1);
        assertThat(worlds.faster()).singleElement().satisfies(changed -> {
            assertThat(changed.subject()).isEqualTo("2001/dan");
            assertThat(changed.baseline()).isEqualTo(3);
            assertThat(changed.change()).isEqualTo(1);
        });
        assertThat(worlds.baseline().sources()).containsExactly(Map.entry("recorded", 4L));
    }

    /** In blocks 1 to 5, each candidate occupies a core for two. */
    @Test
    void shouldSayHowMuchOfTheCoresIsUsed() throws Exception {
        Comparison.Worlds worlds = worlds(FOLDER.resolve("record.jsonl"), "{\"policy\":{\"parathreadCores\":2}}");

        assertThat(Asking.figures(worlds.record(), PARATHREADS).utilisation()).isEqualTo(4 / 5.0);
        assertThat(Asking.figures(worlds.change(), PARATHREADS).utilisation()).isEqualTo(4 / 10.0);
    }

    /** A chain that has run for years begins with any number. */
    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000, 1L << 40})
    void shouldSayTheSameWhateverTheNumberOfTheFirstBlock(long first) throws Exception {
        String change = "{\"policy\":{\"parathreadCores\":2}}";
        Path record = Files.write(
                folder.resolve("record"),
                Files.readAllLines(FOLDER.resolve("record.jsonl")).stream()
                        .map(line -> NUMBER.matcher(line)
                                .replaceAll(number -> "\"number\":" + (first + Long.parseLong(number.group(1)))))
                        .toList());

        Comparison late = answer(record, change);
        Comparison early = answer(FOLDER.resolve("record.jsonl"), change);

        assertThat(lines(late)).isEqualTo(lines(early)).contains("  utilisation                              ");
        assertThat(Summary.of(late).course().from()).isEqualTo(first);
        assertThat(Summary.of(late).course().step())
                .isEqualTo(Summary.of(early).course().step());
    }

    private static String lines(Comparison comparison) {
        return String.join("\n", SummaryText.lines(Summary.of(comparison))).replaceAll("head [0-9a-f]+", "");
    }

    @Test
    void shouldConcludeBothCandidatesInTheSameBlock() throws Exception {
        answer(FOLDER.resolve("record.jsonl"), "{\"policy\":{\"parathreadCores\":2}}");

        assertThat(Files.readAllLines(folder.resolve("world")))
                .anyMatch(line -> line.contains("\"number\":1") && line.contains("\"backed\":[0,1]"))
                .anyMatch(line -> line.contains("\"number\":3") && line.contains("\"concluded\":[0,1]"));
    }

    /** After one block they have been there too long, so they time out once before they become available. */
    @Test
    void shouldTimeOutIfTheyAreToBeAvailableEarlier() throws Exception {
        Comparison comparison = answer(FOLDER.resolve("record.jsonl"), "{\"policy\":{\"threadAvailabilityPeriod\":1}}");

        Figures first =
                Asking.figures(Objects.requireNonNull(comparison.worlds()).change(), new Group("para", "2000"));
        assertThat(first.counts()).containsEntry("time-outs", 2L).doesNotContainKey("concluded");
        assertThat(comparison.waitUnit()).isEqualTo(WaitUnit.BLOCKS);
    }

    @Test
    void shouldKeepToTheTimeOutsThatTheChainReports() throws Exception {
        List<String> lines = Files.readAllLines(FOLDER.resolve("record.jsonl"));
        lines.replaceAll(line -> line.replace("{\"BlockStarted\":{}}", "{\"BlockStarted\":{\"timedOut\":[]}}")
                .replace("{\"BlockStarted\":{\"concluded\":[0]}}", "{\"BlockStarted\":{\"timedOut\":[0]}}"));
        Path record = Files.write(folder.resolve("record"), lines);

        Comparison.Worlds worlds = worlds(record, "{\"policy\":{\"threadAvailabilityPeriod\":1}}");

        assertThat(Asking.figures(worlds.change(), new Group("para", "2000")).counts())
                .isEqualTo(Asking.figures(worlds.record(), new Group("para", "2000"))
                        .counts())
                .containsEntry("time-outs", 1L);
    }

    private static double meanWait(Column column) {
        return Asking.figures(column, Group.ALL).waits().mean().value();
    }
}
