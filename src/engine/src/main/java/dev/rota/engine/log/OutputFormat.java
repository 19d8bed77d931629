package dev.rota.engine.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Bytes;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Position;
import dev.rota.engine.schema.Framing;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converts a decision to an output record's key, headers and value; shared by scheduler and audit. */
public final class OutputFormat {

    public static final String UNIT = "rota-unit";
    public static final String SEQ = "rota-seq";
    public static final String CAUSE = "rota-cause";
    public static final String RULES = "rota-rules";

    /** The first half of the unit's chain head after the causing record. It ties an output to one log. */
    public static final String CHAIN = "rota-chain";

    private static final int CHAIN_BYTES = 16;

    private final String domain;
    private final String logTopic;

    /** Creates a format for a domain whose log topic, including the topic prefix, is {@code logTopic}. */
    public OutputFormat(Domain domain, String logTopic) {
        this.domain = domain.name();
        this.logTopic = logTopic;
    }

    public byte[] key(Decision decision) {
        return decision.key().getBytes(UTF_8);
    }

    /** Returns the headers, in a fixed order; a checkpoint has no sequence number. */
    public Map<String, String> headers(Decision decision, ByteBuffer chain) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(UNIT, decision.unit());
        if (decision.seq() > 0) {
            headers.put(SEQ, Long.toString(decision.seq()));
        }
        headers.put(CAUSE, cause(decision.cause()));
        headers.put(RULES, domain + "/" + decision.rules());
        headers.put(CHAIN, HexFormat.of().formatHex(Bytes.of(chain), 0, CHAIN_BYTES));
        return headers;
    }

    /** Returns the number in a {@link #RULES} header; throws {@link NumberFormatException} if there is none. */
    public static int rules(String header) {
        return Integer.parseInt(header.substring(header.lastIndexOf('/') + 1));
    }

    public byte[] value(Decision decision, int schemaId) {
        return Framing.frame(schemaId, decision.avro());
    }

    public String cause(Position at) {
        return logTopic + "/" + at.partition() + "/" + at.offset();
    }
}
