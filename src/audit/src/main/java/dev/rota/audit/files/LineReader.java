package dev.rota.audit.files;

import dev.rota.audit.evidence.AuditRefused;
import dev.rota.engine.Nullable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a file's lines as bytes. A line beyond the maximum length is refused before it is read entirely. */
final class LineReader implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private byte[] line = new byte[1 << 12];
    private int filled;
    private int at;
    private long number;

    LineReader(Path file) throws IOException {
        this.file = file;
        this.in = Files.newInputStream(file);
    }

    /** Returns the next line without its terminator, or null at the end. */
    @Nullable
    byte[] next() throws IOException {
        int length = 0;
        while (true) {
            if (at == filled) {
                filled = in.read(buffer);
                at = 0;
                if (filled < 0) {
                    filled = 0;
                    number += length == 0 ? 0 : 1;
                    return length == 0 ? null : Arrays.copyOf(line, length);
                }
            }
            int end = at;
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            length = append(length, end - at);
            at = end;
            if (at < filled) {
                at++;
                number++;
                boolean windows = length > 0 && line[length - 1] == '\r';
                return Arrays.copyOf(line, windows ? length - 1 : length);
            }
        }
    }

    private int append(int length, int count) {
        if (length + count > EvidenceFiles.LINE_BYTES_MAX) {
            throw new AuditRefused("expected lines of at most " + EvidenceFiles.LINE_BYTES_MAX + " bytes in "
                    + file.getFileName() + ", but line " + (number + 1) + " is longer: export the evidence again");
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(2 * line.length, length + count));
        }
        System.arraycopy(buffer, at, line, length, count);
        return length + count;
    }

    /** Returns the number of the last line read, counted from 1. */
    long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
