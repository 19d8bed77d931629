package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** Runs {@code src/examples/ninja} on what ninja prints. */
class NinjaGraphTest {

    /** The output of ninja 1.11: one step with one input, one through a phony step, one with a dotted order-only input. */
    private static final String NINJA = """
            digraph ninja {
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

    /** A step whose first output is no input of another: ninja names only files that others need. */
    private static final String LINKS = """
            digraph ninja {
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

    @Test
    void shouldMakeAJobOfEachStepThatHasACommand() throws Exception {
        assertThat(run(NINJA)).isEqualTo("""
                        {"job": "bin/app", "after": ["a.o", "hdr.h"], "payload": "cd /src || exit 1\\nmkdir -p bin\\nld a.o\\n"}
                        {"job": "a.o", "after": [], "payload": "cd /src || exit 1\\ncc -c a.c\\n"}
                        {"job": "hdr.h", "after": [], "payload": "cd /src || exit 1\\nmk hdr.h\\n"}
                        """);
    }

    @Test
    void shouldFindAStepWhoseFirstOutputTheGraphDoesNotName() throws Exception {
        assertThat(run(LINKS.formatted(""))).contains("""
                        {"job": "lib/lib.so.1", "after": ["lib.so.1.0"], "payload": "cd /src || exit 1\\nmkdir -p lib\\nmkdir -p out\\nln\\n"}
                        """);
    }

    @Test
    void shouldStateWhatIsMissing() throws Exception {
        String another =
                ", {\"directory\": \"/src\", \"command\": \"cp\", \"file\": \"lib.so.1.0\", \"output\": \"x\"}";
        assertThat(run(LINKS.formatted(another)))
                .isEqualTo(
                        "ninja_graph.py: a step's first output is one of ['lib/lib.so.1', 'x']: name them as targets of"
                                + " ninja -t graph\n");
        assertThat(run("rule cc\n")).startsWith("ninja_graph.py: expected what 'ninja -t graph' prints");
    }

    /** Returns what the example prints for a text on its standard input. */
    private static String run(String text) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Language.PYTHON.interpreter(), "src/examples/ninja/ninja_graph.py")
                .redirectErrorStream(true)
                .start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(text.getBytes(UTF_8));
        }
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }
}
