package dev.rota.sim;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;

/**
 * The disk of one instance, as RocksDB uses it without a write-ahead log: what is committed survives the end of a
 * store, but a process that is killed leaves only what has been flushed.
 */
final class SimDisk {

    /** The mean number of commits between two flushes. */
    private static final int COMMITS_PER_FLUSH = 4;

    /** The rows of a store, and the changelog offsets that they correspond to. */
    record Contents(TreeMap<Bytes, byte[]> rows, Map<TopicPartition, Long> positions) {
        static Contents none() {
            return new Contents(new TreeMap<>(), new HashMap<>());
        }

        Contents copy() {
            return new Contents(new TreeMap<>(rows), new HashMap<>(positions));
        }
    }

    /** The contents of one store. */
    static final class Folder {
        private Contents committed = Contents.none();
        private Contents flushed = Contents.none();

        Contents committed() {
            return committed;
        }

        void flush() {
            flushed = committed.copy();
        }

        private void losePower() {
            committed = flushed.copy();
        }
    }

    private final World world;
    private final String name;
    private final BooleanSupplier killed;
    private final Map<File, Folder> folders = new HashMap<>();

    /** @param killed whether the process has been killed, so that its threads are only ending */
    SimDisk(World world, String name, BooleanSupplier killed) {
        this.world = world;
        this.name = name;
        this.killed = killed;
    }

    /**
     * Returns the contents of a store in a task's directory. Streams wipes a store by deleting the directory, so a file
     * in it shows whether the contents are still there.
     */
    Folder open(File directory, String store) {
        File marker = new File(directory, store);
        try {
            if (marker.createNewFile()) {
                folders.put(marker, new Folder());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folders.computeIfAbsent(marker, any -> new Folder());
    }

    void committed(Folder folder) {
        if (world.draw(name + " flushes", COMMITS_PER_FLUSH) == 0) {
            folder.flush();
        }
    }

    void closed(Folder folder) {
        if (!killed.getAsBoolean()) {
            folder.flush();
        }
    }

    /** Loses all contents of the disk. */
    void lose() {
        folders.keySet().forEach(File::delete);
    }

    /** Loses all contents that were not flushed, since the process was killed. */
    void losePower() {
        folders.values().forEach(Folder::losePower);
    }
}
