package dev.rota.audit.outputs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/** Compares an expected output record with the actual one: first as bytes, and as text only if they differ. */
final class Comparison {

    private static final AvroCodec<Checkpoint> CHECKPOINTS = AvroCodec.of(Checkpoint.class);
    private static final int SHOWN_BYTES_MAX = 200;

    private final OutputFormat format;
    private final Decision decision;
    private final ByteBuffer chain;
    private final int schemaId;
    private final byte[] key;

    @Nullable
    private Map<String, String> headers;

    Comparison(OutputFormat format, Decision decision, ByteBuffer chain, int schemaId) {
        this.format = format;
        this.decision = decision;
        this.chain = chain;
        this.schemaId = schemaId;
        this.key = format.key(decision);
    }

    Decision decision() {
        return decision;
    }

    byte[] key() {
        return key;
    }

    private Map<String, String> headers() {
        if (headers == null) {
            headers = format.headers(decision, chain);
        }
        return headers;
    }

    /** Returns whether a record of the same cause has this decision's unit and sequence number. */
    boolean names(Caused there) {
        byte[] unit = there.record().header(OutputFormat.UNIT);
        byte[] seq = there.record().header(OutputFormat.SEQ);
        return unit != null
                && Arrays.equals(unit, decision.unit().getBytes(UTF_8))
                && (decision.seq() > 0
                        ? seq != null
                                && Arrays.equals(
                                        seq, Long.toString(decision.seq()).getBytes(ISO_8859_1))
                        : seq == null);
    }

    /** Returns whether schema id and value are the same. */
    private boolean sameValue(StoredRecord record) {
        byte[] there = comparable(record.value());
        byte[] avro = decision.avro();
        return there != null
                && there.length == Framing.BYTES + avro.length
                && Framing.isFramed(there)
                && Framing.schemaId(there) == schemaId
                && Arrays.equals(there, Framing.BYTES, there.length, avro, 0, avro.length);
    }

    /** Describes the difference. Returns null if the records are identical. */
    @Nullable
    String difference(StoredRecord record) {
        boolean sameValue = sameValue(record);
        for (Map.Entry<String, String> header : headers().entrySet()) {
            String there = record.headerText(header.getKey());
            if (!Arrays.equals(header.getValue().getBytes(UTF_8), record.header(header.getKey()))) {
                return header.getKey().equals(OutputFormat.CHAIN) && sameValue
                        ? "the value is right, but its " + OutputFormat.CHAIN + " is '" + there
                                + "': it was decided upon another log than this"
                        : "its header " + header.getKey() + " is '" + there + "'"
                                + (sameValue ? "" : " and its value differs");
            }
        }
        if (record.headers().size() != headers().size()) {
            return "it has other headers: "
                    + record.headers().stream().map(StoredHeader::name).toList();
        }
        if (!Arrays.equals(key, record.key())) {
            return "its key is " + (record.key() == null ? "null" : "'" + new String(record.key(), UTF_8) + "'");
        }
        if (!sameValue) {
            return valueDifference(record.value());
        }
        long time = decision.cause().time();
        return time == record.time() ? null : "its time is " + record.time() + ", but its cause's is " + time;
    }

    /** Describes how values differ; bytes can differ although they print alike. */
    private String valueDifference(@Nullable byte[] there) {
        if (there == null || !Framing.isFramed(there)) {
            return "its value is not framed Avro";
        }
        if (Framing.schemaId(there) != schemaId) {
            return "its frame names schema " + Framing.schemaId(there) + ", but in the log it is " + schemaId;
        }
        return decoded(there).equals(PlainJson.write(decision.value()))
                ? "its value is equal, but encoded in other bytes"
                : "its value differs";
    }

    /** Returns the expected record, as text. */
    String expected() {
        return text(decision.cause().time(), new String(key, UTF_8), headers(), PlainJson.write(decision.value()));
    }

    /** Returns the actual record as text, decoded if possible. */
    String there(StoredRecord record) {
        Map<String, String> members = new LinkedHashMap<>();
        record.headers().forEach(header -> members.put(header.name(), record.headerText(header.name())));
        String name = record.key() == null ? "null" : new String(record.key(), UTF_8);
        return text(record.time(), name, members, decoded(record.value()));
    }

    private static String text(long time, String key, Map<String, String> headers, String value) {
        StringJoiner text = new StringJoiner(" ");
        text.add("time=" + time).add("key=" + key);
        headers.forEach((name, header) -> text.add(name + "=" + header));
        return text.add(value).toString();
    }

    private String decoded(@Nullable byte[] bytes) {
        if (bytes == null) {
            return "null";
        }
        if (Framing.isFramed(bytes)) {
            try {
                return PlainJson.write(decision.output().decode(bytes, Framing.BYTES, decision.rules()));
            } catch (IOException | RuntimeException e) {
                // Avro throws many kinds of exceptions on foreign bytes, which are printed in hex below.
            }
        }
        return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES_MAX))
                + (bytes.length > SHOWN_BYTES_MAX ? "…" : "");
    }

    /** Returns the bytes to compare: those of a checkpoint without the version of the build that wrote it. */
    private @Nullable byte[] comparable(@Nullable byte[] bytes) {
        if (bytes == null || !Framing.isFramed(bytes) || !(decision.value() instanceof Checkpoint mine)) {
            return bytes;
        }
        try {
            Checkpoint checkpoint = CHECKPOINTS.decode(avro(bytes));
            Checkpoint same = Checkpoint.newBuilder(checkpoint)
                    .setVersion(mine.getVersion())
                    .build();
            return Framing.frame(Framing.schemaId(bytes), CHECKPOINTS.encode(same));
        } catch (RuntimeException e) {
            // Avro throws many kinds of exceptions on foreign bytes, which will differ anyway.
            return bytes;
        }
    }

    /** Returns the version of the build that wrote a checkpoint, which is right. */
    static String buildOf(StoredRecord checkpoint) {
        return CHECKPOINTS
                .decode(avro(Objects.requireNonNull(checkpoint.value())))
                .getVersion();
    }

    private static byte[] avro(byte[] framed) {
        return Arrays.copyOfRange(framed, Framing.BYTES, framed.length);
    }
}
