package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class NativeRowsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path parent;

    /** A starting process tries to delete the folders of others, and must leave those in use complete. */
    @Test
    void shouldLeaveNothingWhenOthersTryToDeleteItWhileItIsInUse() throws RocksDBException, IOException {
        RocksDB.loadLibrary();
        Path folder = Files.createDirectory(parent.resolve("rows"));
        try (NativeRows rows = new NativeRows(folder, true, 1 << 20)) {
            List<Path> before = files(folder);

            NativeRows.destroy(folder);

            assertThat(files(folder)).isEqualTo(before);
            rows.put("k".getBytes(UTF_8), "v".getBytes(UTF_8));
            rows.commit();
            assertThat(rows.get("k".getBytes(UTF_8))).isEqualTo("v".getBytes(UTF_8));
        }
        assertThat(folder).doesNotExist();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
