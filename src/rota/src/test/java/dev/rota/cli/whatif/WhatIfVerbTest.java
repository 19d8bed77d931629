package dev.rota.cli.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asks recorded evidence, and records in lines, on the command line. */
class WhatIfVerbTest {

    private static final String EVIDENCE = "src/rota/src/test/resources/recorded/jobs-1";
    private static final String COHORTS = "jobs.cohorts=linux:linux,unknown;mac:mac";

    @TempDir
    private Path folder;

    @Test
    void shouldAskEvidence() throws Exception {
        VerbRun run = evidence("--change", file("c", "{\"load\": 2}"));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .startsWith("jobs linux: ")
                .contains("\nmodel error: ", "\nall\n", "instance=nightly\n", "bots=os=linux x2\n", "not known: ");
    }

    @Test
    void shouldSayThatAnEmptyChangeChangesNothing() throws Exception {
        VerbRun run = evidence("--change", file("c", ""));

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines().toList()).hasSize(2);
        assertThat(run.out())
                .matches("jobs linux: \\d+ records, head [0-9a-f]{16} at decision \\d+\nno difference: .*\n");
    }

    @Test
    void shouldPrintOneObject() throws Exception {
        VerbRun run = evidence("--json", "--runs", "2", "--change", file("c", "{\"load\": 2}"));

        JsonNode answer = new ObjectMapper().readTree(run.out());
        assertThat(answer.path("domain").asText()).isEqualTo("jobs");
        assertThat(answer.path("groups").get(0).path("change")).hasSize(2);
    }

    /** The written world is decided in the same way, and its decisions are those of the differences. */
    @Test
    void shouldWriteAWorldThatSimulateDecides() throws Exception {
        Path world = folder.resolve("world.jsonl");
        Path differences = folder.resolve("differences.jsonl");
        evidence(
                "--change",
                file("c", "{\"load\": 2}"),
                "--write",
                world.toString(),
                "--decisions",
                differences.toString());

        VerbRun decided = VerbRun.here("simulate", "jobs", world.toString(), "--set", COHORTS);

        List<String> expected = new ArrayList<>();
        for (String line : Files.readAllLines(differences, UTF_8)) {
            if (line.startsWith("{\"in\":\"change\",") && !line.contains("\"source\"")) {
                expected.add(line.replace("\"in\":\"change\",", ""));
            }
        }
        assertThat(expected).isNotEmpty();
        assertThat(decided.out().lines().map(line -> line.replaceFirst("\"seq\":\\d+,", "")))
                .containsAll(expected);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(path -> path.toString().endsWith(".unfinished"));
        }
    }

    @Test
    void shouldRefuseEvidenceThatDoesNotHold() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Stream<Path> files = Files.list(Path.of(EVIDENCE))) {
            for (Path each : files.toList()) {
                String text = Files.readString(each);
                Files.writeString(
                        copy.resolve(each.getFileName()),
                        each.toString().contains("assignments")
                                ? text.replaceFirst(
                                        "\"name\":\"rota-seq\",\"value\":\"[^\"]*",
                                        "\"name\":\"rota-seq\",\"value\":\"OTk=")
                                : text);
            }
        }

        VerbRun run = VerbRun.here(
                "what-if",
                "jobs",
                "--unit",
                "linux",
                "--set",
                COHORTS,
                "--files",
                copy.toString(),
                "--change",
                file("c", "{\"load\": 2}"));

        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.out()).startsWith("the record does not verify, so nothing can be concluded from it: jobs.");
        assertThat(run.out().lines()).hasSize(1);
    }

    @Test
    void shouldTestAPolicy() throws Exception {
        String change = file("c", "{\"load\": 2}");

        VerbRun holds = evidence("--change", change, "--assert", file("a", "# goals", "mean(wait) >= 0s"));
        VerbRun broken = evidence("--change", change, "--assert", file("b", "mean(wait) >= 0s", "max(wait) <= 1ms"));
        VerbRun inexact = evidence("--change", change, "--model-error-max", "0");

        assertThat(holds.code()).isEqualTo(ExitCode.DONE);
        assertThat(broken.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(broken.err()).startsWith("does not hold: max(wait) <= 1ms: it is ");
        assertThat(broken.err().lines()).hasSize(1);
        assertThat(inexact.code()).isEqualTo(inexact.out().contains(" 0.0 %") ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD);
    }

    /** A farm without bots: the jobs starve, and no claim that they wait shortly holds. */
    @Test
    void shouldNotTakeStarvingForFast() throws Exception {
        String change = file("c", "{\"leaveOut\": \"jobs.bots\"}");

        VerbRun run = evidence("--change", change, "--assert", file("a", "p50(wait) <= 1000h"));

        assertThat(run.out()).contains("at least ");
        assertThat(run.code()).isEqualTo(ExitCode.DOES_NOT_HOLD);
        assertThat(run.err()).contains("it is at least ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "--runs 0                     | --runs from 1 to",
                "--from noon                  | --from: expected a time",
                "--to +soon                   | --to: expected a time",
                "--to 5                       | an end after the beginning",
                "--change nowhere.jsonl       | nowhere.jsonl",
                "--assert nowhere.txt         | nowhere.txt",
                "--lines x.jsonl              | --files or --lines",
                "--model-error-max -1         | --model-error-max of at least 0",
                "--write /nowhere/x           | a file that can be written",
                "--write /dev/null            | a file that can be written",
                "--write src                  | a file that can be written",
                "--write x --decisions ./x    | to be two files",
                "--decisions /nowhere/x       | a file that can be written",
            })
    void shouldSayWhatIsWrong(String options, String sentence) throws Exception {
        List<String> args = new ArrayList<>(List.of("--change", file("c", "{\"load\": 2}")));
        args.addAll(List.of(options.split(" ")));

        VerbRun run = evidence(args.toArray(String[]::new));

        assertThat(run.err()).contains(sentence);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void shouldSayThatALineIsWrong() throws Exception {
        String lines = file("lines", "{\"topic\":\"jobs.bots\",\"time\":0,\"value\":{\"bot\":\"b\"}}");

        VerbRun run = VerbRun.here("what-if", "jobs", "--unit", "default", "--lines", lines);

        assertThat(run.err()).contains(lines + ": line 1: ");
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    @Test
    void shouldSayThatThereIsNoSuchUnit() throws Exception {
        VerbRun run = VerbRun.here(
                "what-if", "jobs", "--unit", "moon", "--lines", file("l", ""), "--change", file("c", "{\"load\":2}"));

        assertThat(run.err()).contains("expected moon, but the log has no record of it");
        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
    }

    private static VerbRun evidence(String... more) {
        List<String> args =
                new ArrayList<>(List.of("what-if", "jobs", "--unit", "linux", "--files", EVIDENCE, "--set", COHORTS));
        args.addAll(List.of(more));
        return VerbRun.here(args.toArray(String[]::new));
    }

    private String file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines)).toString();
    }
}
