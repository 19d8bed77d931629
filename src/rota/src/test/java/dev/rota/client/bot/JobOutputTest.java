package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of commands is kept up to a limit, in files whose path no job can choose. */
class JobOutputTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "../../etc/passwd", "..", "a/b", "a b*?", ".hidden", "ü🚀", "-rf"})
    void shouldKeepTheOutputWithinTheFolder(String job) throws Exception {
        new OutputFolder(folder, 100).take(TestBot.lease(job), printed("said"));

        try (var files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            assertThat(Files.readString(all.get(0))).isEqualTo("said");
            assertThat(all.get(0).getFileName().toString()).endsWith("-7.log").doesNotStartWith(".");
        }
    }

    @Test
    void shouldNameTheLongestIdWithinWhatAFileSystemAllows() throws Exception {
        new OutputFolder(folder, 100).take(TestBot.lease("ü".repeat(128)), printed("said"));

        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void shouldKeepNoMoreThanTheLimit() throws Exception {
        new OutputFolder(folder, 5).take(TestBot.lease("j"), printed("1234567"));

        assertThat(Files.readString(folder.resolve("j-7.log"))).isEqualTo("12345\n[2 more bytes were not kept]\n");
    }

    /** If the reader closed the pipe, the command would end by a signal. */
    @Test
    void shouldReadToTheEndWhatCannotBeKept() throws Exception {
        AtomicInteger unread = new AtomicInteger();
        InputStream printed = new ByteArrayInputStream(new byte[1_000_000]) {
            @Override
            public void close() {
                unread.set(available());
            }
        };
        unread.set(-1);

        new OutputFolder(folder.resolve("missing"), 100).take(TestBot.lease("j"), printed);

        assertThat(unread).hasValue(0);
    }

    @Test
    void shouldPrintEachLineAfterTheJobsName() {
        assertThat(passed("one\ntwo", 100)).isEqualTo("j | one\nj | two\n");
        assertThat(passed("one\n\ntwo\n", 100)).isEqualTo("j | one\nj | \nj | two\n");
        assertThat(passed("12345678", 3)).isEqualTo("j | 123\nj | [5 more bytes are not shown]\n");
    }

    @Test
    void shouldBreakALineThatDoesNotEnd() {
        assertThat(passed("x".repeat(20_000), 100_000).lines().map(String::length))
                .containsExactly(4 + 8_192, 4 + 8_192, 4 + 3_616);
    }

    private static String passed(String text, long bytesMax) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new PrefixedOutput(new PrintStream(out, true, UTF_8), bytesMax).take(TestBot.lease("j"), printed(text));
        return out.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static ByteArrayInputStream printed(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
