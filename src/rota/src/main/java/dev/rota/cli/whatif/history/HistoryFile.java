package dev.rota.cli.whatif.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.FileProblem;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Reads the lines of a file, which may be compressed by gzip, or of standard input. A line that is too long or not UTF-8
 * is malformed, and those after it are read all the same.
 */
final class HistoryFile implements AutoCloseable {

    /** The longest line. */
    static final int LINE_BYTES_MAX = 1 << 20;

    /** The most that is read of a compressed file, in times its size, beyond {@link #EXPANDED_BYTES_MIN}. */
    private static final long EXPANSION_MAX = 100;

    private static final long EXPANDED_BYTES_MIN = 64L << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    /** Counts the bytes that are read. */
    private static final class Counted extends InputStream {
        private final InputStream in;
        private long count;

        Counted(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = in.read(into, from, length);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private final String name;
    private final long size;
    private final Counted file;
    private final InputStream in;
    private final boolean compressed;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private long expanded;
    private long lines;

    /** @param path the file, or {@code -} for standard input */
    HistoryFile(Path path) {
        name = path.toString();
        try {
            boolean standard = name.equals("-");
            if (!standard) {
                Unusable.ifFolder(path);
            }
            size = standard ? 0 : Files.size(path);
            file = new Counted(standard ? System.in : Files.newInputStream(path));
            BufferedInputStream begin = new BufferedInputStream(file, BUFFER_BYTES);
            begin.mark(3);
            byte[] first = begin.readNBytes(3);
            begin.reset();
            compressed = starts(first, 0x1f, 0x8b);
            in = compressed ? new GZIPInputStream(begin, BUFFER_BYTES) : begin;
            if (starts(first, 0xff, 0xfe) || starts(first, 0xfe, 0xff)) {
                throw new Unusable("expected " + name + " to be UTF-8 text, but it is UTF-16: convert it first");
            }
            if (starts(first, 0xef, 0xbb, 0xbf)) {
                in.skipNBytes(3);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static boolean starts(byte[] bytes, int... with) {
        boolean is = bytes.length >= with.length;
        for (int i = 0; is && i < with.length; i++) {
            is = (bytes[i] & 0xff) == with[i];
        }
        return is;
    }

    private Unusable unreadable(IOException e) {
        return new Unusable("expected a readable file, but " + name + " is not"
                + (lines == 0 ? "" : " after line " + lines) + " (" + FileProblem.of(e) + ")");
    }

    /** Returns the next line without its end, or null at the end of the file. */
    @Nullable
    String next() throws Malformed {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        boolean tooLong = false;
        boolean any = false;
        while (true) {
            if (at == end && !fill()) {
                return any ? text(line, tooLong) : null;
            }
            any = true;
            int stop = at;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            tooLong |= line.size() + stop - at > LINE_BYTES_MAX;
            if (!tooLong) {
                line.write(buffer, at, stop - at);
            }
            boolean whole = stop < end;
            at = whole ? stop + 1 : stop;
            if (whole) {
                return text(line, tooLong);
            }
        }
    }

    private String text(ByteArrayOutputStream line, boolean tooLong) throws Malformed {
        lines++;
        if (tooLong) {
            throw new Malformed("expected a line of at most " + LINE_BYTES_MAX + " bytes, but it is longer");
        }
        byte[] bytes = line.toByteArray();
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("expected UTF-8 text, but there are bytes that are not");
        }
    }

    private boolean fill() {
        try {
            at = 0;
            end = Math.max(0, in.read(buffer));
            expanded += end;
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (compressed && expanded > Math.max(EXPANDED_BYTES_MIN, EXPANSION_MAX * file.count)) {
            throw new Unusable("expected " + name + " to expand to at most " + EXPANSION_MAX
                    + " times its size, but it does not end there: if that is right, expand it first");
        }
        return end > 0;
    }

    /** Returns the number of lines that have been read. */
    long lines() {
        return lines;
    }

    /** Returns the number of bytes that have been read of {@link #size}. */
    long read() {
        return file.count;
    }

    long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
