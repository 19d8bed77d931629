package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Verdict;
import dev.rota.audit.findings.UnitFindings;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cli.options.Domains;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.settings.Settings;
import dev.rota.shards.scheduler.ShardsDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * What releases left behind: their evidence is verified, their rows are continued from or rebuilt, and their settings,
 * verbs, options and metrics are there. {@link RecordRelease} records a release.
 *
 * <p>Until 1.0 a later build may decide differently under rules 1. It then leaves the evidence of earlier releases to
 * them, and an audit names the build that decided.
 */
class ReleaseTest {

    static final Path RELEASED = Path.of("src/rota/src/test/resources/released");

    static final List<Domain> DOMAINS =
            List.of(new CoresDomain(), new JobsDomain(), new ChunksDomain(), new ShardsDomain());

    static List<Path> releases() throws IOException {
        try (Stream<Path> folders = Files.list(RELEASED)) {
            return folders.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldVerifyItsEvidenceAndNameItsBuild(Path release) {
        for (Domain domain : DOMAINS) {
            Verdict verdict = Verdict.of(domain, evidence(release, domain));

            assertThat(verdict.right()).as(domain.name()).isTrue();
            assertThat(verdict.partitions())
                    .flatExtracting(findings -> findings.builds())
                    .isNotEmpty()
                    .allMatch(build -> build.build().startsWith(release.getFileName() + "+"));
        }
    }

    /** The rows are those in the middle of the evidence. */
    @ParameterizedTest
    @MethodSource("releases")
    void shouldContinueFromItsRows(Path release) throws Exception {
        for (Domain domain : DOMAINS) {
            Path evidence = evidence(release, domain);
            Set<String> units = Verdict.of(domain, evidence).units().values().stream()
                    .map(UnitFindings::unit)
                    .collect(Collectors.toSet());

            SortedMap<String, String> heads = ReleaseRows.recomputed(domain, evidence, units);
            assertThat(heads).as(domain.name()).isNotEmpty();
            assertThat(ReleaseRows.continued(domain, evidence, release.resolve("rows"), units))
                    .as(domain.name())
                    .isEqualTo(heads);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldAcceptItsSettings(Path release) {
        Settings settings =
                Settings.read(release.resolve("settings.properties"), Map.of(), Map.of(), Domains.settingKeys());

        assertThat(settings.under("")).hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldHaveItsVerbsAndOptions(Path release) throws IOException {
        assertThat(options(Main.line())).containsAll(Files.readAllLines(release.resolve("options.txt")));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldHaveItsMetrics(Path release) throws IOException {
        assertThat(MetricsTable.names()).containsAll(Files.readAllLines(release.resolve("metrics.txt")));
    }

    static Path evidence(Path release, Domain domain) {
        return release.resolve("evidence").resolve(domain.name());
    }

    /** Returns each verb with each of its options, as {@code audit export --out}. */
    static List<String> options(CommandLine line) {
        List<String> all = new ArrayList<>();
        line.getSubcommands().forEach((name, verb) -> {
            all.add(name);
            verb.getCommandSpec().optionsMap().keySet().forEach(option -> all.add(name + " " + option));
            options(verb).forEach(option -> all.add(name + " " + option));
        });
        return all.stream().distinct().sorted().toList();
    }
}
