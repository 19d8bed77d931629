package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.local.TestJvm;
import dev.rota.trials.Full;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;

/** Processes that are killed leave no native libraries behind. */
class NativeLibrariesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path temporary;

    /** Uses each library, and then ends as {@code kill -9} would end it. */
    static final class Killed {

        private Killed() {}

        public static void main(String[] args) throws IOException {
            NativeLibraries.shareCompression();
            NativeLibraries.loadRocksDb();
            try (Options options = new Options()) {
                System.out.println(options.createIfMissing());
            }
            for (CompressionType type : List.of(CompressionType.ZSTD, CompressionType.SNAPPY)) {
                try (OutputStream out = Compression.of(type)
                        .build()
                        .wrapForOutput(new ByteBufferOutputStream(512), RecordBatch.CURRENT_MAGIC_VALUE)) {
                    out.write(new byte[100]);
                }
            }
            Runtime.getRuntime().halt(9);
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(TestJvm.command(
                        TestJvm.options("-Xmx64m", "-Djava.io.tmpdir=" + temporary), Killed.class.getName()))
                .inheritIO()
                .start();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(temporary)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> temporary.relativize(file).getName(0) + "/" + file.getFileName())
                    .sorted()
                    .toList();
        }
    }

    @Test
    @Full
    void shouldShareTheLibrariesOfProcessesThatAreKilled() throws Exception {
        List<Process> some = List.of(start(), start(), start());
        for (Process one : some) {
            assertThat(one.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(one.exitValue()).isEqualTo(9);
        }

        String folder = "rota-native-" + System.getProperty("user.name");
        assertThat(files()).hasSize(3).allMatch(file -> file.startsWith(folder + "/lib") && file.endsWith(".so"));
    }

    /** Another user could replace a library in such a folder. */
    @Test
    @Full
    void shouldNotTrustAFolderThatOthersMayWriteTo() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("rota-native-" + System.getProperty("user.name")));

        Process one = start();

        assertThat(one.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(one.exitValue()).isEqualTo(9);
        assertThat(folder).isEmptyDirectory();
    }
}
