package dev.rota.pages.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {

    @Test
    void shouldParseWhatItWrites() {
        Coordinates at = new Coordinates("team.jobs.log", 23, 123_456_789_012L);

        assertThat(Coordinates.parse(at.toString())).isEqualTo(at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jobs.log",
                "jobs.log/0",
                "jobs.log/0/",
                "jobs.log/0/-1",
                "jobs.log/0/01",
                "jobs.log/+0/1",
                "jobs.log/0/1/2",
                "jobs log/0/1",
                "jobs.log/0/1 ",
                "jobs.log/0/1\n",
                "jobs.log/9999999999/1",
                "jobs.log/0/9999999999999999999",
                "<b>/0/1",
                "../0/1/.."
            })
    void shouldParseNothingElse(String text) {
        assertThat(Coordinates.parse(text)).isNull();
    }
}
