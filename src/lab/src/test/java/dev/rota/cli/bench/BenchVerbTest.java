package dev.rota.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchVerbTest {

    @Test
    void shouldBeAVerbWhereItsJarIs() {
        VerbRun run = VerbRun.here("bench", "--help");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("--engine-only");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench nothing                   | there is none named 'nothing'",
                "bench shards --rounds -1        | expected --rounds to be at least 0",
                "bench shards --work-micros 0,-1 | expected --work-micros to be at least 0",
            })
    void shouldSayInOneLineWhatWasExpected(String words, String said) {
        VerbRun run = VerbRun.here(words.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
        assertThat(run.err()).contains(said);
    }
}
