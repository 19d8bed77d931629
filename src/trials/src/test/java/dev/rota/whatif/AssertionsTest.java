package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.whatif.report.Assertions;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.whatif.report.ModelError;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import dev.rota.workload.whatif.Tally;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A claim holds or not, and one that depends on a subject that was never served does not. */
class AssertionsTest {

    private static final Group A = new Group("instance", "a");
    private static final List<String> COUNTS = List.of("evictions", "retries");
    private static final Group B = new Group("instance", "b");

    /** Jobs of a waited 1, 2, 3 and 4 s; one of b waited 1 s, and another has waited for 2 s without end. */
    private static Tally world() {
        Tally tally = new Tally();
        tally.slots("bot", new Group("bots", "os=linux x2"), 2, 0);
        tally.uses("bot", "work", 1_000);
        for (int i = 1; i <= 4; i++) {
            tally.waits(A, "a" + i, 0);
            tally.served("a" + i, 1_000L * i);
        }
        tally.waits(B, "b1", 1_000);
        tally.served("b1", 2_000);
        tally.waits(B, "b2", 2_000);
        tally.add(A, "evictions");
        tally.add(A, "evictions");
        tally.clock(4_000);
        return tally;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p50(wait, instance=a) <= 2s             | ",
                "p50(wait, instance=a) < 2s              | it is 2.0 s",
                "p75(wait,instance=a) <= 3000ms          | ",
                "p76(wait, instance=a) <= 3s             | it is 4.0 s",
                "max(wait, instance=a) <= 0.1m           | ",
                "mean(wait, instance=a) = 2500ms         | ",
                "mean(wait, instance=a) <= 2499ms        | it is 2.5 s",
                "p50(wait, instance=b) <= 1s             | ",
                "p51(wait, instance=b) <= 1h             | it is at least 2.0 s",
                "max(wait, instance=b) <= 1h             | it is at least 2.0 s",
                "max(wait, instance=b) >= 2s             | ",
                "mean(wait) <= 1h                        | it is at least",
                "count(evictions, instance=a) <= 2       | ",
                "count(evictions, instance=a) < 2        | it is 2",
                "count(evictions, instance=b) = 0        | ",
                "count(evictions) <= 1                   | it is 2",
                "count(retries) <= 0                     | ",
                "count(number) >= 6                      | ",
                "count(not served) <= 0                  | it is 1",
                "p50(wait, instance=c) <= 1h             | there is no instance=c",
                "utilisation(bots=os=linux x2) >= 37.5%  | ",
                "utilisation(bots=os=linux x2) >= 38%    | it is 37.5 %",
                "utilisation(instance=a) >= 1%           | nothing to measure",
            })
    void shouldJudge(String claim, String why) throws Exception {
        List<String> broken = Assertions.read(List.of("# a comment", "", claim), WaitUnit.MS, COUNTS)
                .broken(comparison(List.of(column())));

        if (why == null) {
            assertThat(broken).isEmpty();
        } else {
            assertThat(broken).hasSize(1);
            assertThat(broken.get(0)).startsWith(claim + ": ").contains(why);
        }
    }

    @Test
    void shouldJudgeEachRun() throws Exception {
        Column slower = Column.recorded(slower());

        assertThat(Assertions.read(List.of("max(wait, instance=a) <= 5s"), WaitUnit.MS, COUNTS)
                        .broken(comparison(List.of(column(), slower))))
                .containsExactly("max(wait, instance=a) <= 5s: it is 9.0 s in run 2");
    }

    private static Tally slower() {
        Tally tally = new Tally();
        tally.waits(A, "a1", 0);
        tally.served("a1", 9_000);
        return tally;
    }

    @Test
    void shouldClaimNothingOfAnEmptyChange() throws Exception {
        Comparison comparison =
                new Comparison("jobs", "default", 1, "00", 1, 0, 1, WaitUnit.MS, null, List.of(), null, List.of());

        assertThat(Assertions.read(List.of("max(wait) <= 1h"), WaitUnit.MS, COUNTS)
                        .broken(comparison))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99(wait) <= 60                  | with its unit",
                "p99(wait) <= 60 parsecs          | with its unit",
                "p99 <= 60s                       | a claim such as",
                "p99(wait) ~ 60s                  | a claim such as",
                "p99(evictions) <= 60s            | expected p99(wait)",
                "sum(wait) <= 60s                 | mean, max, a percentile",
                "count(evictionz) <= 5            | a count of number, not served, evictions, retries",
                "count(evictions) <= 5s           | without a unit",
                "utilisation(bots=x) >= 5         | a percentage",
                "p99(wait, release) <= 60s        | a group such as",
                "max(wait) <= 1.2.3s              | a number",
                "p999(wait) <= 1s                 | mean, max, a percentile",
            })
    void shouldSayWhatIsWrong(String claim, String sentence) {
        assertThatThrownBy(() -> Assertions.read(List.of("", claim), WaitUnit.MS, COUNTS))
                .hasMessageStartingWith("line 2: ")
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldNotBeEmpty() {
        assertThatThrownBy(() -> Assertions.read(List.of("# nothing"), WaitUnit.MS, COUNTS))
                .hasMessageContaining("there is none");
    }

    private static Column column() {
        return Column.recorded(world());
    }

    private static Comparison comparison(List<Column> changes) {
        Comparison.Worlds worlds = new Comparison.Worlds(
                column(), changes, changes, new ModelError(0, 0, new TreeMap<>()), List.of(), List.of());
        return new Comparison("jobs", "default", 1, "00", 1, 0, 1, WaitUnit.MS, null, List.of(), worlds, List.of());
    }
}
