package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.text.FileProblem;
import dev.rota.worker.WorkerRefused;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The shards of a pool up to some positions, in one file of a folder that many processes may read. The same blocks give
 * the same bytes: lines of text that describe it, an empty line, the rows of {@link StateDisk} in order, each after its
 * lengths, a length of zero, and the SHA-256 of all bytes before. A new file replaces an older one by renaming, so a
 * reader sees one or the other.
 */
public final class PoolSnapshot implements AutoCloseable {

    /** The file's name in its folder. */
    static final String FILE = "shards.snapshot";

    private static final String FORMAT = "rota shards snapshot 1";
    private static final String POOL = "pool ";
    private static final String POSITIONS = "blocks ";
    private static final String SHARDS = "shards ";
    private static final int LINE_BYTES_MAX = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int CHECKSUM_BYTES = 32;

    private final Path file;
    private final FileChannel channel;
    private final String pool;
    private final Positions positions;
    private final int shards;
    private final long rowsAt;

    private PoolSnapshot(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        if (!line(begin()).equals(FORMAT)) {
            throw new WorkerRefused(
                    "expected " + file + " to be a snapshot of shards, but it is none that this" + " version can read");
        }
        requireChecksum();
        InputStream in = begin();
        line(in);
        this.pool = value(in, POOL);
        String read = value(in, POSITIONS);
        this.positions = Positions.parse(read);
        String count = value(in, SHARDS);
        this.shards = Integer.parseInt(count);
        line(in);
        this.rowsAt = String.join("\n", FORMAT, POOL + pool, POSITIONS + read, SHARDS + count, "", "")
                .getBytes(UTF_8)
                .length;
    }

    /**
     * Opens the snapshot of a folder, after reading all of it once.
     *
     * @throws WorkerRefused if there is none, or if it is damaged
     */
    public static PoolSnapshot open(Path folder) {
        Path file = folder.resolve(FILE);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException e) {
            throw new WorkerRefused("expected " + folder + " to hold a snapshot, but " + FILE + " cannot be opened ("
                    + FileProblem.of(e) + ")");
        }
        try {
            return new PoolSnapshot(file, channel);
        } catch (IOException | RuntimeException e) {
            try {
                channel.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            if (e instanceof WorkerRefused refused) {
                throw refused;
            }
            throw new WorkerRefused("expected to read " + file + ", but " + e);
        }
    }

    /**
     * Returns the file from its beginning. Only the latest such stream can be read, since all of them share the
     * channel's position.
     */
    private InputStream begin() throws IOException {
        return new BufferedInputStream(Channels.newInputStream(channel.position(0)), BUFFER_BYTES);
    }

    private void requireChecksum() throws IOException {
        long content = channel.size() - CHECKSUM_BYTES;
        MessageDigest digest = sha256();
        InputStream in = Channels.newInputStream(channel.position(0));
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = content;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw damaged(file);
            }
            digest.update(buffer, 0, read);
            left -= read;
        }
        if (content < 0 || !Arrays.equals(digest.digest(), in.readNBytes(CHECKSUM_BYTES))) {
            throw damaged(file);
        }
    }

    private static WorkerRefused damaged(Path file) {
        return new WorkerRefused("expected " + file + " to be whole, but it is damaged: its content does not match its"
                + " checksum. Copy it again, or take a new snapshot");
    }

    private static String value(InputStream in, String name) throws IOException {
        String line = line(in);
        if (!line.startsWith(name)) {
            throw new IOException("expected " + name.strip() + ", but the line is " + line);
        }
        return line.substring(name.length());
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n' && line.size() < LINE_BYTES_MAX; next = in.read()) {
            line.write(next);
        }
        return line.toString(UTF_8);
    }

    /** Writes a folder's snapshot, which replaces an earlier one of the same pool, and opens it. */
    static PoolSnapshot write(
            Path folder, String pool, Positions positions, int shards, Consumer<BiConsumer<byte[], byte[]>> rows) {
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            Path temporary = folder.resolve(FILE + "." + UUID.randomUUID());
            try {
                content(temporary, pool, positions, shards, rows);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (UncheckedIOException | IOException e) {
            throw unwritable(folder, e);
        }
        return open(folder);
    }

    private static void content(
            Path file, String pool, Positions positions, int shards, Consumer<BiConsumer<byte[], byte[]>> rows)
            throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                DigestOutputStream digested = new DigestOutputStream(Channels.newOutputStream(channel), sha256());
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(digested, BUFFER_BYTES))) {
            String text = String.join("\n", FORMAT, POOL + pool, POSITIONS + positions.text(), SHARDS + shards, "", "");
            out.write(text.getBytes(UTF_8));
            rows.accept((key, value) -> row(out, key, value));
            out.writeInt(0);
            out.flush();
            digested.on(false);
            out.write(digested.getMessageDigest().digest());
            out.flush();
            channel.force(true);
        }
    }

    private static void row(DataOutputStream out, byte[] key, byte[] value) {
        try {
            out.writeInt(key.length);
            out.writeInt(value.length);
            out.write(key);
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes on all rows, in order. */
    void each(BiConsumer<byte[], byte[]> taker) {
        try {
            DataInputStream in = new DataInputStream(
                    new BufferedInputStream(Channels.newInputStream(channel.position(rowsAt)), BUFFER_BYTES));
            for (int length = in.readInt(); length > 0; length = in.readInt()) {
                int valueLength = in.readInt();
                byte[] key = in.readNBytes(length);
                taker.accept(key, in.readNBytes(valueLength));
            }
        } catch (IOException e) {
            throw new WorkerRefused("expected to read " + file + ", but " + e);
        }
    }

    /** Throws unless a snapshot can be written to a folder, which is created: found before all blocks are read. */
    static void requireWritable(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, FILE, null));
        } catch (IOException e) {
            throw unwritable(folder, e);
        }
    }

    private static WorkerRefused unwritable(Path folder, Exception e) {
        return new WorkerRefused("expected to write a snapshot to " + folder + ", but " + e);
    }

    /** Throws if a folder contains the snapshot of another pool, which must not be replaced by mistake. */
    static void requireOwn(Path folder, String pool) {
        if (!Files.exists(folder.resolve(FILE))) {
            return;
        }
        String other;
        try (PoolSnapshot before = open(folder)) {
            other = before.pool();
        } catch (WorkerRefused e) {
            // a damaged one may be replaced
            return;
        }
        if (!other.equals(pool)) {
            throw new WorkerRefused("expected " + folder + " to hold no snapshot or one of pool " + pool
                    + ", but it holds that of pool " + other + ": name another folder");
        }
    }

    /** Throws unless the snapshot is of this pool, and of the topic with this UUID. */
    void require(String wantedPool, String topic, String topicId) {
        if (!pool.equals(wantedPool)) {
            throw new WorkerRefused(
                    "expected a snapshot of pool " + wantedPool + ", but " + file + " is of pool " + pool);
        }
        if (!positions.topicId().equals(topicId)) {
            throw new WorkerRefused("expected a snapshot of topic " + topic + " (" + topicId + "), but " + file
                    + " is of a topic " + positions.topicId() + ": take one of this cluster");
        }
    }

    public String pool() {
        return pool;
    }

    Positions positions() {
        return positions;
    }

    /** Returns the number of shards. */
    public int shards() {
        return shards;
    }

    /** Returns the size of the file. */
    public long bytes() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the SHA-256 at the end of the file, in hex. */
    public String checksum() {
        try {
            return HexFormat.of()
                    .formatHex(Channels.newInputStream(channel.position(channel.size() - CHECKSUM_BYTES))
                            .readNBytes(CHECKSUM_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
