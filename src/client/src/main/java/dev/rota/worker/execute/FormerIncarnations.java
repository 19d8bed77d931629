package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The incarnations with which a worker has registered from the folder of its state. RocksDB locks that folder for one
 * process, so the processes of all of them have ended: a worker that has the folder need not wait until the pool declares
 * its predecessor lost.
 */
final class FormerIncarnations {

    private static final Logger LOG = LoggerFactory.getLogger(FormerIncarnations.class);

    /** The latest ones that are kept: one that was noted may not have registered. */
    private static final int KEPT_MAX = 10;

    private final @Nullable Path file;

    /** @param folder the folder that this process has locked; null if it keeps no state */
    FormerIncarnations(@Nullable Path folder, String worker) {
        // A worker's name may have characters that no file's name may have.
        this.file = folder == null ? null : folder.resolve("worker-" + UUID.nameUUIDFromBytes(worker.getBytes(UTF_8)));
    }

    boolean contains(String incarnation) {
        return read().contains(incarnation);
    }

    /** Notes an incarnation before it registers. */
    void add(String incarnation) {
        if (file == null) {
            return;
        }
        List<String> all = new ArrayList<>(read());
        all.add(incarnation);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.write(part, all.subList(Math.max(0, all.size() - KEPT_MAX), all.size()), UTF_8);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn(
                    "{} cannot be written ({}): after a kill, the worker waits until it is declared lost",
                    file,
                    e.toString());
        }
    }

    private List<String> read() {
        try {
            return file == null || !Files.exists(file) ? List.of() : Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            LOG.warn("{} cannot be read: {}", file, e.toString());
            return List.of();
        }
    }
}
