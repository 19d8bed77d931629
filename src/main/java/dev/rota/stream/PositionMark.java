package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What is committed with an input position.
 *
 * @param topicId the id of the topic that it is of
 * @param mapping the digest of the mapping of inputs to units that it is read by; "" for a domain's default
 * @param clean whether nothing beyond the position was ever appended to the log
 */
record PositionMark(String topicId, String mapping, boolean clean) {

    private static final String MAPPING = "mapping=";
    private static final String CLEAN = "clean";

    /** Enough that two mappings of one domain do not meet by chance. */
    private static final int DIGEST_BYTES = 8;

    /** Reads what was committed; positions of before there were mappings have the topic's id alone. */
    static PositionMark of(OffsetAndMetadata position) {
        List<String> parts = Arrays.asList(position.metadata().split(" ", -1));
        String mapping = parts.stream()
                .filter(part -> part.startsWith(MAPPING))
                .map(part -> part.substring(MAPPING.length()))
                .findFirst()
                .orElse("");
        return new PositionMark(parts.get(0), mapping, parts.contains(CLEAN));
    }

    OffsetAndMetadata at(long next) {
        return new OffsetAndMetadata(
                next, topicId + (mapping.isEmpty() ? "" : " " + MAPPING + mapping) + (clean ? " " + CLEAN : ""));
    }

    static String digest(String mapping) {
        if (mapping.isEmpty()) {
            return "";
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(mapping.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected every Java to have SHA-256", e);
        }
    }
}
