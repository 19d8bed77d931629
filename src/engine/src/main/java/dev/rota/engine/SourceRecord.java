package dev.rota.engine;

import dev.rota.engine.text.Printable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A record of a topic that is not an input of a domain, as its producer has written it. */
public record SourceRecord(
        String topicId,
        String topic,
        int partition,
        long offset,
        @Nullable byte[] key,
        List<Header> headers,
        @Nullable byte[] value) {

    private static final Pattern COORDINATES = Pattern.compile("(.+)/([0-9]{1,9})/([0-9]{1,18})");

    /** A header of a record; a record may have several of one name. */
    public record Header(String name, @Nullable byte[] value) {}

    public SourceRecord {
        headers = List.copyOf(headers);
    }

    /** Returns a record at coordinates as {@link #coordinates()} returns them. */
    public static SourceRecord at(
            String coordinates, String topicId, @Nullable byte[] key, List<Header> headers, @Nullable byte[] value)
            throws RefusedException {
        Matcher parts = COORDINATES.matcher(coordinates);
        if (!parts.matches()) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected topic/partition/offset, but it is '" + Printable.of(coordinates) + "'");
        }
        return new SourceRecord(
                topicId,
                parts.group(1),
                Integer.parseInt(parts.group(2)),
                Long.parseLong(parts.group(3)),
                key,
                headers,
                value);
    }

    /** Returns {@code topic id/partition/offset}, which no other record has, even after the topic is created again. */
    public String id() {
        return topicId + "/" + partition + "/" + offset;
    }

    /** Returns {@code topic/partition/offset}. */
    public String coordinates() {
        return topic + "/" + partition + "/" + offset;
    }

    /** Returns key, headers and value as one array; different ones have different arrays. */
    public byte[] content() {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        put(content, key);
        content.writeBytes(number(headers.size()));
        for (Header header : headers) {
            put(content, header.name().getBytes(StandardCharsets.UTF_8));
            put(content, header.value());
        }
        put(content, value);
        return content.toByteArray();
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static void put(ByteArrayOutputStream content, @Nullable byte[] bytes) {
        content.writeBytes(number(bytes == null ? -1 : bytes.length));
        if (bytes != null) {
            content.writeBytes(bytes);
        }
    }
}
