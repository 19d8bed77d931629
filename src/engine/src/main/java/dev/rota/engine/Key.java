package dev.rota.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A table key: bytes compared as unsigned. Numbers are big-endian with the sign bit flipped; texts are UTF-8 with 00
 * escaped as 00 FF and terminated by 00 00, so that no text is a prefix of another.
 */
public final class Key implements Comparable<Key> {

    public static final Key EMPTY = new Key(new byte[0]);

    /** The number of bytes that terminate a text. */
    private static final int TEXT_END = 2;

    private final byte[] bytes;

    /** The cached hash code; 0 until it is computed. */
    private int hash;

    /** Creates a key from bytes, which must not change afterwards. */
    public Key(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Builder of() {
        return new Builder(32);
    }

    public static Key of(int number) {
        return of().number(number).end();
    }

    public static Key of(long number) {
        return of().number(number).end();
    }

    public static Key of(String text) {
        return new Builder(text.length() + TEXT_END).text(text).end();
    }

    public Reader read() {
        return new Reader(bytes);
    }

    /** Returns the key's bytes, not a copy: to be read only. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int compareTo(Key other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Arrays.hashCode(bytes);
        }
        return hash;
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }

    /** Builds a key part by part. */
    public static final class Builder {

        private byte[] buffer;
        private int length;

        Builder(int expected) {
            buffer = new byte[expected];
        }

        public Builder number(int value) {
            room(4);
            int turned = value ^ Integer.MIN_VALUE;
            for (int shift = 24; shift >= 0; shift -= 8) {
                buffer[length++] = (byte) (turned >>> shift);
            }
            return this;
        }

        public Builder number(long value) {
            room(8);
            long turned = value ^ Long.MIN_VALUE;
            for (int shift = 56; shift >= 0; shift -= 8) {
                buffer[length++] = (byte) (turned >>> shift);
            }
            return this;
        }

        public Builder text(String value) {
            int plain = plain(value);
            if (plain == value.length()) {
                return textEnd();
            }
            length -= plain;
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            room(2 * utf8.length + TEXT_END);
            for (byte b : utf8) {
                buffer[length++] = b;
                if (b == 0) {
                    buffer[length++] = (byte) 0xFF;
                }
            }
            return textEnd();
        }

        /**
         * Appends the characters up to the first that is 00 or not ASCII, and returns their count. Most ids are all
         * ASCII.
         */
        private int plain(String value) {
            room(value.length() + TEXT_END);
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == 0 || c > 0x7F) {
                    return i;
                }
                buffer[length++] = (byte) c;
            }
            return value.length();
        }

        private Builder textEnd() {
            buffer[length++] = 0;
            buffer[length++] = 0;
            return this;
        }

        /** Appends one byte that distinguishes kinds of keys within a table. */
        public Builder kind(int value) {
            room(1);
            buffer[length++] = (byte) value;
            return this;
        }

        /** Appends the parts of another key. */
        public Builder key(Key parts) {
            return raw(parts.bytes);
        }

        private Builder raw(byte[] part) {
            room(part.length);
            System.arraycopy(part, 0, buffer, length, part.length);
            length += part.length;
            return this;
        }

        public Key end() {
            return new Key(buffer.length == length ? buffer : Arrays.copyOf(buffer, length));
        }

        private void room(int more) {
            if (length + more > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
            }
        }
    }

    /** Reads a key's parts in the order in which they were written. */
    public static final class Reader {

        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        public int number32() {
            int value = 0;
            for (int i = 0; i < 4; i++) {
                value = value << 8 | (bytes[at++] & 0xFF);
            }
            return value ^ Integer.MIN_VALUE;
        }

        public long number64() {
            long value = 0;
            for (int i = 0; i < 8; i++) {
                value = value << 8 | (bytes[at++] & 0xFF);
            }
            return value ^ Long.MIN_VALUE;
        }

        public int kind() {
            return bytes[at++] & 0xFF;
        }

        public String text() {
            byte[] utf8 = new byte[bytes.length - at];
            int length = 0;
            while (bytes[at] != 0 || bytes[at + 1] != 0) {
                utf8[length++] = bytes[at];
                at += bytes[at] == 0 ? 2 : 1;
            }
            at += 2;
            return new String(utf8, 0, length, StandardCharsets.UTF_8);
        }

        /** Returns the unread part of the key. */
        public Key rest() {
            return new Key(Arrays.copyOfRange(bytes, at, bytes.length));
        }
    }
}
