package org.apache.kafka.common.utils;

import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * Reads from a buffer. Kafka 4.4 has moved its class of this name, and parallel-consumer 0.5.3.3, which was built against
 * 3.9, reads the metadata of committed offsets by it.
 */
public final class ByteBufferInputStream extends InputStream {

    private final ByteBuffer buffer;

    public ByteBufferInputStream(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int from, int count) {
        if (count == 0) {
            return 0;
        }
        int read = Math.min(count, buffer.remaining());
        buffer.get(into, from, read);
        return read == 0 ? -1 : read;
    }
}
