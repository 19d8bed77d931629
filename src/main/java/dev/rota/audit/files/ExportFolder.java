package dev.rota.audit.files;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.engine.Domain;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of an export. What is written stands aside until it is complete; then it takes the place of earlier
 * evidence of the same domain, of nothing else. Wherever that is interrupted, even by a kill, the folder never shows a
 * manifest over another export's files, and the next export puts it in order. All is done inside the folder, which may
 * be a mount point.
 */
final class ExportFolder implements AutoCloseable {

    private static final String ASIDE = ".export";

    private final Path folder;
    private final Path aside;

    /** The new files. */
    private final Path fresh;

    /** Earlier files while they are moved out of the folder. */
    private final Path leaving;

    /** Earlier files once all have been moved: from here on, the new files are moved in. */
    private final Path gone;

    private final FileChannel lock;

    private ExportFolder(Path folder) throws IOException {
        this.folder = folder;
        aside = Files.createDirectories(folder.resolve(ASIDE));
        fresh = aside.resolve("new");
        leaving = aside.resolve("leaving");
        gone = aside.resolve("old");
        lock = FileChannel.open(aside.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** @throws AuditRefused if the folder holds anything but earlier evidence of the domain */
    static ExportFolder open(Domain domain, Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new AuditRefused("expected a folder to export to, but " + folder + " is a file");
        }
        Files.createDirectories(folder);
        boolean interrupted = Files.exists(folder.resolve(ASIDE));
        if (!interrupted) {
            // first, since nothing is to be left behind in a folder of something else
            requireReplaceable(domain, folder);
        }
        ExportFolder export = new ExportFolder(folder);
        try {
            export.lock();
            if (interrupted) {
                export.putInOrder();
                requireReplaceable(domain, folder);
            }
            Files.createDirectory(export.fresh);
            return export;
        } catch (IOException | RuntimeException e) {
            export.lock.close();
            throw e;
        }
    }

    private static void requireReplaceable(Domain domain, Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            String there = entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !name.equals(ASIDE))
                    .min(String::compareTo)
                    .orElse(null);
            if (there == null) {
                return;
            }
            if (!Files.exists(folder.resolve(EvidenceFiles.MANIFEST))) {
                throw new AuditRefused("expected a new or empty folder to export to, or one with evidence of "
                        + domain.name() + " to replace, but " + folder + " holds '" + there + "'");
            }
        }
        var unused = Manifest.read(domain, folder);
    }

    /** The lock ends with the process, so that what is left of a killed one is known from what another writes. */
    private void lock() throws IOException {
        boolean locked;
        try {
            locked = lock.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false;
        }
        if (!locked) {
            throw new AuditRefused("expected no other export to " + folder + ", but one is writing to it");
        }
    }

    /** Where to write. */
    Path fresh() {
        return fresh;
    }

    /** Called when everything is written. */
    void complete() throws IOException {
        Files.createDirectory(leaving);
        // the manifest goes first and comes last: without one, the files are no evidence
        if (Files.exists(folder.resolve(EvidenceFiles.MANIFEST))) {
            move(folder.resolve(EvidenceFiles.MANIFEST), leaving);
        }
        for (Path file : records(folder)) {
            move(file, leaving);
        }
        Files.move(leaving, gone, StandardCopyOption.ATOMIC_MOVE);
        moveIn(fresh);
    }

    private void moveIn(Path from) throws IOException {
        for (Path file : records(from)) {
            move(file, folder);
        }
        Path manifest = from.resolve(EvidenceFiles.MANIFEST);
        if (Files.exists(manifest)) {
            move(manifest, folder);
        }
    }

    private static void move(Path file, Path to) throws IOException {
        Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<Path> records(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(EvidenceFiles.SUFFIX))
                    .toList();
        }
    }

    /** Moves earlier files back, or, once all of them had left, the remaining new ones in; deletes the others. */
    private void putInOrder() throws IOException {
        if (Files.exists(leaving)) {
            moveIn(leaving);
            delete(leaving);
        }
        if (Files.exists(gone)) {
            moveIn(fresh);
            delete(gone);
        }
        if (Files.exists(fresh)) {
            delete(fresh);
        }
    }

    private static void delete(Path flat) throws IOException {
        List<Path> held;
        try (Stream<Path> files = Files.list(flat)) {
            held = files.toList();
        }
        for (Path file : held) {
            Files.delete(file);
        }
        Files.delete(flat);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            putInOrder();
            delete(aside);
        }
    }
}
