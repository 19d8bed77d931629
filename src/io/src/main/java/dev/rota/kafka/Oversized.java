package dev.rota.kafka;

import dev.rota.engine.Nullable;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The mark of a stub, which replaces a record too large for memory and has its offset, time and size. The mark is a
 * header that begins with random bytes drawn once per process, so no producer can forge it.
 */
public final class Oversized {

    private static final String HEADER = "rota-oversized";
    private static final byte[] TOKEN = new byte[16];

    static {
        new SecureRandom().nextBytes(TOKEN);
    }

    private Oversized() {}

    static Header[] mark(long bytes) {
        byte[] value = ByteBuffer.allocate(TOKEN.length + Long.BYTES)
                .put(TOKEN)
                .putLong(bytes)
                .array();
        return new Header[] {new RecordHeader(HEADER, value)};
    }

    /** Returns whether a header is the mark of a stub, which no producer sent and no user should see. */
    public static boolean isMark(Header header) {
        byte[] value = header.value();
        return header.key().equals(HEADER)
                && value != null
                && value.length == TOKEN.length + Long.BYTES
                && Arrays.equals(value, 0, TOKEN.length, TOKEN, 0, TOKEN.length);
    }

    /** Returns why a record is refused as too large, as a clause that follows "but", or null if the record is whole. */
    public static @Nullable String why(ConsumerRecord<?, ?> record) {
        Header header = record.headers().lastHeader(HEADER);
        if (header == null || !isMark(header)) {
            return null;
        }
        return "it has " + ByteBuffer.wrap(header.value()).getLong(TOKEN.length) + " uncompressed";
    }
}
