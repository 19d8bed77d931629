package dev.rota.engine.schema;

import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;

/**
 * Encodes into an array that grows. Avro's own encoder copies everything twice more, from a buffer into a stream and from
 * there into an array, which is a good part of the time of encoding thousands of small numbers.
 */
final class ArrayEncoder extends BinaryEncoder {

    private static final int INT_BYTES_MAX = 5;
    private static final int LONG_BYTES_MAX = 10;

    private byte[] bytes = new byte[512];
    private int size;

    /** Discards what was encoded so far. */
    void reset() {
        size = 0;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    private void room(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    @Override
    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    @Override
    public void writeInt(int value) {
        room(INT_BYTES_MAX);
        byte[] to = bytes;
        int at = size;
        int left = (value << 1) ^ (value >> 31);
        while ((left & ~0x7F) != 0) {
            to[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        to[at++] = (byte) left;
        size = at;
    }

    @Override
    public void writeLong(long value) {
        room(LONG_BYTES_MAX);
        long left = (value << 1) ^ (value >> 63);
        while ((left & ~0x7FL) != 0) {
            bytes[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    @Override
    public void writeFloat(float value) {
        room(Float.BYTES);
        little(Float.floatToRawIntBits(value), Float.BYTES);
    }

    @Override
    public void writeDouble(double value) {
        room(Double.BYTES);
        little(Double.doubleToRawLongBits(value), Double.BYTES);
    }

    private void little(long bits, int count) {
        for (int i = 0; i < count; i++) {
            bytes[size++] = (byte) (bits >>> (8 * i));
        }
    }

    @Override
    public void writeFixed(byte[] from, int start, int length) {
        room(length);
        System.arraycopy(from, start, bytes, size, length);
        size += length;
    }

    @Override
    protected void writeZero() {
        writeByte(0);
    }

    @Override
    public int bytesBuffered() {
        return size;
    }

    @Override
    public void flush() {
        // the array is the destination
    }
}
