package dev.rota.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads native code from files that all processes of a user share. By default, RocksDB, Zstandard and Snappy each
 * extract their library to a new temporary file in each process, and a process that is killed leaves it behind: 15 MB
 * each time.
 */
public final class NativeLibraries {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibraries.class);

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private static boolean loaded;

    private NativeLibraries() {}

    /** Loads RocksDB. Must be called before any of its classes is used. */
    public static synchronized void loadRocksDb() {
        if (!loaded) {
            loaded = true;
            shared(folder -> {
                // In a given folder, RocksDB looks for another name than in its jar.
                Path library = extracted(
                        Environment.getJniLibraryFileName("rocksdb"),
                        Environment.getJniLibraryFileName("rocksdbjni"),
                        folder);
                RocksDB.loadLibrary(
                        List.of(String.valueOf(library.toAbsolutePath().getParent())));
            });
        }
        RocksDB.loadLibrary();
    }

    /**
     * Sets the location of the libraries that Kafka's clients compress with; they are loaded when a client needs them.
     */
    public static void shareCompression() {
        shared(folder -> {
            Path zstd = extracted(
                    "linux/" + arch() + "/libzstd-jni-" + version("com.github.luben.zstd.util.ZstdVersion") + ".so",
                    folder);
            System.setProperty("ZstdNativePath", zstd.toString());
            Path snappy = extracted(
                    "org/xerial/snappy/native/Linux/" + arch().replace("amd64", "x86_64") + "/libsnappyjava.so",
                    folder);
            System.setProperty("org.xerial.snappy.lib.path", String.valueOf(snappy.getParent()));
            System.setProperty("org.xerial.snappy.lib.name", String.valueOf(snappy.getFileName()));
        });
    }

    private interface Sharing {
        void in(Path folder) throws IOException, ReflectiveOperationException;
    }

    private static void shared(Sharing sharing) {
        try {
            sharing.in(folder());
        } catch (IOException | ReflectiveOperationException | LinkageError | UnsupportedOperationException e) {
            // This is another system, or there is no folder of this user: each library extracts itself.
            LOG.debug("native libraries are not shared", e);
        }
    }

    private static String arch() {
        return System.getProperty("os.arch");
    }

    private static Object version(String type) throws ReflectiveOperationException {
        return Class.forName(type).getField("VERSION").get(null);
    }

    /** Returns a folder to which no other user can write: a library in it is code of this process. */
    private static Path folder() throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "rota-native-" + System.getProperty("user.name"));
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Path made = Files.createTempDirectory("rota-native-");
            try {
                Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // Another process was first.
                Files.deleteIfExists(made);
            }
        }
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()
                || !attributes.permissions().equals(OWNER_ONLY)
                || !attributes.owner().equals(Files.getOwner(Path.of("/proc/self")))) {
            throw new IOException("expected " + folder + " to be a folder of this user alone");
        }
        return folder;
    }

    /** Returns the file of a library, in a folder named after its content, so that versions do not collide. */
    private static Path extracted(String resource, Path folder) throws IOException {
        return extracted(resource, resource.substring(resource.lastIndexOf('/') + 1), folder);
    }

    private static Path extracted(String resource, String name, Path folder) throws IOException {
        URL packed = RocksDB.class.getClassLoader().getResource(resource);
        if (packed == null || !(packed.openConnection() instanceof JarURLConnection jar)) {
            throw new IOException("there is no " + resource + " in a jar");
        }
        ZipEntry entry = jar.getJarEntry();
        Path its = folder.resolve(name + "-" + Long.toHexString(entry.getCrc()) + "-" + entry.getSize());
        Path library = its.resolve(name);
        if (!Files.exists(library)) {
            Files.createDirectories(its);
            Path part = Files.createTempFile(its, name, ".part");
            try (InputStream from = packed.openStream()) {
                Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
                // The move is atomic: any process that sees the file sees all of it.
                Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        }
        return library;
    }
}
