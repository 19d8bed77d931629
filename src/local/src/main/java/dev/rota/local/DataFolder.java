package dev.rota.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A local broker's data folder: locked while it runs, and deleted at the end if it is temporary. */
final class DataFolder implements AutoCloseable {

    /**
     * The folders locked by this process. They are checked before a lock file is opened: closing it again would
     * release the process's lock on Linux.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final boolean temporary;
    private final FileChannel lock;

    private DataFolder(Path path, boolean temporary) throws IOException {
        this.path = Files.createDirectories(path).toRealPath();
        this.temporary = temporary;
        if (!HELD.add(this.path)) {
            throw inUse();
        }
        try {
            this.lock = lock();
        } catch (IOException | RuntimeException e) {
            HELD.remove(this.path);
            throw e;
        }
    }

    private FileChannel lock() throws IOException {
        FileChannel channel =
                FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw inUse();
        }
        return channel;
    }

    private NotStarted inUse() {
        return new NotStarted("the data folder " + path + " is already in use");
    }

    static DataFolder at(Path path) {
        try {
            return new DataFolder(path, false);
        } catch (IOException e) {
            throw new NotStarted("expected a data folder at " + path + ", but it cannot be written: " + e, e);
        }
    }

    static DataFolder temporary() {
        try {
            return new DataFolder(Files.createTempDirectory("rota-"), true);
        } catch (IOException e) {
            throw new NotStarted("expected to create a temporary folder, but " + e, e);
        }
    }

    Path broker() {
        return path.resolve("broker");
    }

    @Override
    public void close() {
        try {
            lock.close();
            HELD.remove(path);
            if (temporary) {
                Folders.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
