package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedOutputTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tour: 4 records | tour: 17 records | true",
                "tour: 4 records | tour: 1,234.5 records | true",
                "tour: 4 records | tour: no records | false",
                "tour: 4 records | tour: 4 records! | false",
                "chain 4077b1e9a7d9295a0e32: ok | chain ffffb1e9a7d9295a0e32: ok | true",
                "chain 4077b1e9a7d9295a0e32: ok | chain: ok | false",
                "{\"kind\":\"QUEUED\"…} | {\"kind\":\"QUEUED\",\"a\":1} | true",
                "{\"kind\":\"QUEUED\"…} | {\"kind\":\"DROPPED\",\"a\":1} | false",
                "a.c | abc | false",
            })
    void shouldFit(String page, String output, boolean fits) {
        assertThat(ExpectedOutput.of(List.of(page)).fits(output + "\n")).isEqualTo(fits);
    }

    @Test
    void shouldFitAnyLinesInPlaceOfAnEllipsis() {
        ExpectedOutput shape = ExpectedOutput.of(List.of("first", "…", "last"));

        assertThat(shape.fits("first\nlast\n")).isTrue();
        assertThat(shape.fits("first\na\nb\nlast\n")).isTrue();
        assertThat(shape.fits("first\na\nb\n")).isFalse();
    }

    @Test
    void shouldExpectNothingWhereThePageShowsNothing() {
        assertThat(ExpectedOutput.of(List.of()).fits("")).isTrue();
        assertThat(ExpectedOutput.of(List.of()).fits("a\n")).isFalse();
    }
}
