package dev.rota.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads graphs of jobs from files. */
class JobGraphTest {

    /** What ninja 1.11 prints: one step with one input, one through a phony step, one with a dotted order-only input. */
    private static final String NINJA = """
            rankdir="LR"
            node [fontsize=10, shape=box, height=0.25]
            edge [fontsize=10]
            "0x01" [label="all"]
            "0x02" -> "0x01" [label=" phony"]
            "0x02" [label="bin/app"]
            "0x10" [label="link", shape=ellipse]
            "0x10" -> "0x02"
            "0x03" -> "0x10" [arrowhead=none]
            "0x04" -> "0x10" [arrowhead=none style=dotted]
            "0x03" [label="a.o"]
            "0x05" -> "0x03" [label=" cc"]
            "0x04" [label="gen"]
            "0x06" -> "0x04" [label=" phony"]
            "0x06" [label="hdr.h"]
            "0x05" -> "0x06" [label=" mk"]
            "0x05" [label="a.c"]
            }
            [
              {"directory": "/src", "command": "cc -c a.c", "file": "a.c", "output": "a.o"},
              {"directory": "/src", "command": "mk hdr.h", "file": "a.c", "output": "hdr.h"},
              {"directory": "/src", "command": "ld a.o", "file": "a.o", "output": "bin/app"},
              {"directory": "/src", "command": "", "file": "bin/app", "output": "all"}
            ]
            """;

    @Test
    void shouldReadWhatNinjaPrints() throws IOException {
        List<JobGraph.Node> nodes = NinjaGraph.read(reader(NINJA)).inOrder();
        assertThat(nodes).extracting(JobGraph.Node::job).containsExactly("a.o", "hdr.h", "bin/app");
        assertThat(nodes.get(2).after()).extracting(JobAfter::job).containsExactly("a.o", "hdr.h");
        assertThat(nodes.get(2).payload()).isEqualTo("cd '/src' || exit 1\nmkdir -p 'bin'\nld a.o\n");
    }

    @Test
    void shouldReadAStepWhoseFirstOutputTheGraphDoesNotName() throws IOException {
        // ninja names only files that others need; the links of a shared library are made by one step
        String links = """
                "0x01" [label="all"]
                "0x02" -> "0x01" [label=" phony"]
                "0x02" [label="out/lib.so"]
                "0x10" [label="link", shape=ellipse]
                "0x10" -> "0x09"
                "0x10" -> "0x02"
                "0x03" -> "0x10" [arrowhead=none]
                "0x03" [label="lib.so.1.0"]
                "0x04" -> "0x03" [label=" ld"]
                "0x04" [label="a.o"]
                }
                [
                  {"directory": "/src", "command": "cc a.c", "file": "a.c", "output": "a.o"},
                  {"directory": "/src", "command": "ld a.o", "file": "a.o", "output": "lib.so.1.0"},
                  {"directory": "/src", "command": "ln", "file": "lib.so.1.0", "output": "lib/lib.so.1"}%s
                ]
                """;
        List<JobGraph.Node> nodes = NinjaGraph.read(reader(links.formatted(""))).inOrder();
        assertThat(nodes).extracting(JobGraph.Node::job).containsExactly("lib.so.1.0", "lib/lib.so.1");
        assertThat(nodes.get(1).after()).extracting(JobAfter::job).containsExactly("lib.so.1.0");
        assertThat(nodes.get(1).payload()).isEqualTo("cd '/src' || exit 1\nmkdir -p 'lib'\nmkdir -p 'out'\nln\n");

        String another =
                ", {\"directory\": \"/src\", \"command\": \"cp\", \"file\": \"lib.so.1.0\", \"output\": \"x\"}";
        assertThatThrownBy(() -> NinjaGraph.read(reader(links.formatted(another))))
                .isInstanceOf(Unusable.class)
                .hasMessageContaining("is not in the graph and is one of [lib/lib.so.1, x]: name them as targets");
    }

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
