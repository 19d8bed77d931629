package dev.rota.audit.evidence;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file for records that exceed an audit's memory. It is created at the first write, only grows, and is
 * deleted on close. Thread-safe: each write has its own range.
 */
public final class Spill implements AutoCloseable {

    @Nullable
    private FileChannel file;

    private long end;

    /** Appends bytes. Returns their position. */
    public long write(byte[] bytes) {
        try {
            FileChannel channel = file();
            long at;
            synchronized (this) {
                at = end;
                end += bytes.length;
            }
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest, at + rest.position());
            }
            return at;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] read(long at, int length) {
        try {
            FileChannel channel = file();
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, at + bytes.position()) < 0) {
                    throw new IOException(
                            "expected " + length + " bytes at " + at + " of a temporary file, but it ends");
                }
            }
            return bytes.array();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of bytes written. */
    public synchronized long written() {
        return end;
    }

    private synchronized FileChannel file() throws IOException {
        if (file == null) {
            Path path = Files.createTempFile("rota-audit", ".spill");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }
        return file;
    }

    @Override
    public synchronized void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
