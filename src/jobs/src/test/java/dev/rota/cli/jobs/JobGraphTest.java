package dev.rota.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads graphs of jobs from files. */
class JobGraphTest {

    @Test
    void shouldOrderJobsAfterTheirDependencies() throws IOException {
        String lines =
                "{\"job\":\"c\",\"after\":[\"a\"],\"afterEnd\":[\"b\"]}\n{\"job\":\"b\",\"after\":[\"a\"]}\n{\"job\":\"a\"}\n";
        assertThat(GraphLines.read(reader(lines)).inOrder())
                .extracting(JobGraph.Node::job)
                .containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"job\":\"a\",\"after\":[\"b\"]} | expected job a after jobs of the file, but b is not there",
                "{\"job\":\"a\",\"after\":[\"a\"]} | expected jobs without cycles, but a depends on itself",
                "{\"job\":\"a\",\"files\":[]} | but it has files",
                "{\"job\":1} | expected an object with a job in line 1",
                "{\"job\":\"a\",\"priority\":\"x\"} | expected priority to be a whole number in line 1",
                "nonsense | expected a JSON object in line 1",
            })
    void shouldStateWhatIsWrong(String line, String message) {
        assertThatThrownBy(() -> GraphLines.read(reader(line)).inOrder())
                .isInstanceOf(Unusable.class)
                .hasMessageContaining(message);
    }

    private static BufferedReader reader(String text) {
        return new BufferedReader(new StringReader(text));
    }
}
