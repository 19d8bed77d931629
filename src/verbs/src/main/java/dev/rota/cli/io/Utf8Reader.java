package dev.rota.cli.io;

import dev.rota.cli.options.Unusable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads text, and refuses bytes that are not UTF-8 with the number of their line. Java's own readers replace such
 * bytes, which would change ids, or fail before they have returned the preceding lines.
 */
final class Utf8Reader extends Reader {

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(8_192).limit(0);
    private boolean ended;
    private long line = 1;

    Utf8Reader(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        CharBuffer chars = CharBuffer.wrap(into, offset, length);
        while (true) {
            CoderResult result = decoder.decode(bytes, chars, ended);
            int read = chars.position() - offset;
            if (read > 0) {
                count(into, offset, read);
                return read;
            }
            if (result.isError()) {
                throw new Unusable("line " + line + ": expected UTF-8 text, but found the byte 0x"
                        + Integer.toHexString(bytes.get(bytes.position()) & 0xff) + ", which is not valid");
            }
            if (ended) {
                return -1;
            }
            fill();
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (read < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + read);
        }
        bytes.flip();
    }

    private void count(char[] read, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (read[i] == '\n') {
                line++;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
