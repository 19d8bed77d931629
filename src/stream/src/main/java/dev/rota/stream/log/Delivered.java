package dev.rota.stream.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.kafka.LogHeaders;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** A record of the log as Kafka stores it, not parsed yet. */
public record Delivered(
        Position at,
        @Nullable byte[] key,
        Headers headers,
        @Nullable byte[] value) {

    private static final int ABSENT = -1;

    public long offset() {
        return at.offset();
    }

    /** Returns whether it is a rules record. */
    public boolean isRules() {
        return LogFormat.isRules(LogHeaders.lookUp(headers));
    }

    /** Returns whether it is a void record. */
    public boolean isVoid() {
        return LogFormat.isVoid(LogHeaders.lookUp(headers));
    }

    /**
     * Returns the SHA-256 of key, headers and value, each with its length; it distinguishes two records at the same
     * offset.
     */
    public ByteBuffer digest() {
        MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected every Java to have SHA-256", e);
        }
        add(sha256, key);
        for (Header header : headers) {
            add(sha256, header.key().getBytes(UTF_8));
            add(sha256, header.value());
        }
        add(sha256, value);
        return ByteBuffer.wrap(sha256.digest());
    }

    private static void add(MessageDigest sha256, @Nullable byte[] part) {
        sha256.update(ByteBuffer.allocate(4)
                .putInt(part == null ? ABSENT : part.length)
                .flip());
        if (part != null) {
            sha256.update(part);
        }
    }
}
