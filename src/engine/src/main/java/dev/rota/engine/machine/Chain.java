package dev.rota.engine.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Bytes;
import dev.rota.engine.Decision;
import dev.rota.engine.Position;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.Framing;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * A unit's hash chain: a SHA-256 over the records that it read and its decisions, each link over the one before. The
 * first head is 32 zero bytes; then, for each log record that the unit takes,
 *
 * <pre>
 * head' = SHA-256(head                                               32 bytes
 *   declared: the digest of schemas and rules records so far          32 bytes
 *   kind                                'E', 'D', 'R', 'T', 'A' or 'V' 1 byte
 *   rules, partition                                                  4 bytes each
 *   offset, time                                                      8 bytes each
 *   'E': source, source id, type; fingerprint of the writer's schema; Avro bytes without frame
 *   'D': an event that a mapping made: the mapping's version, 4 bytes; then as 'E'
 *   'R': source, source id, reason, message; 0, or 1 and the value
 *   'A': number of attended intervals, 4 bytes; from and to of each, 8 bytes each
 *   'V': offset of the void record, 8 bytes; 1 if it closes the unit, else 0; reason
 *   number of decisions                                               4 bytes
 *   each: topic without prefix, key; fingerprint; Avro bytes)
 * </pre>
 *
 * The declared digest begins as 32 zero bytes too; a rules record ('L': number, partitions; the format if it is not 1 or
 * a build is named; then the build's name), a schema ('S': fingerprint, text) or a mapping ('M': version, text) changes it to {@code SHA-256(declared, kind,
 * offset, time, ...)}.
 *
 * <p>Numbers are big-endian; a text (UTF-8) or byte array follows its length in 4 bytes; a fingerprint has 32 bytes.
 * Registry ids are not included, so two clusters with the same log records have the same chain.
 */
public final class Chain {

    static final int BYTES = 32;

    private final MessageDigest sha256 = Avro.sha256();

    /** The bytes not digested yet. Large links are digested in pieces: those of an epoch have 100 MB. */
    private ByteBuffer link = ByteBuffer.allocate(16_384);

    /** Returns the head before any record. */
    public static ByteBuffer first() {
        return ByteBuffer.wrap(new byte[BYTES]);
    }

    public static String hex(ByteBuffer head) {
        return HexFormat.of().formatHex(Bytes.of(head));
    }

    /** Begins the link of an event. */
    void begin(ByteBuffer head, ByteBuffer declared, int rules, LogRecord.Event record, byte[] fingerprint) {
        begin(head, declared, record.mapping() == 0 ? 'E' : 'D', rules, record.at());
        if (record.mapping() != 0) {
            room(4);
            link.putInt(record.mapping());
        }
        source(record.source());
        text(record.type());
        fingerprint(fingerprint);
        bytes(record.value(), Framing.BYTES);
    }

    /** Begins the link of a refused input. */
    void begin(ByteBuffer head, ByteBuffer declared, int rules, LogRecord.Refused record) {
        begin(head, declared, 'R', rules, record.at());
        source(record.source());
        text(record.reason());
        text(record.message());
        byte[] value = record.value();
        flag(value != null);
        if (value != null) {
            bytes(value, 0);
        }
    }

    /** Begins the link of a Tick: kind A if it carries attended time, else T. */
    void begin(ByteBuffer head, ByteBuffer declared, int rules, LogRecord.Tick record) {
        List<AttendedTime.Interval> attended = record.attended().intervals();
        begin(head, declared, attended.isEmpty() ? 'T' : 'A', rules, record.at());
        if (!attended.isEmpty()) {
            room(4);
            link.putInt(attended.size());
            for (AttendedTime.Interval interval : attended) {
                number(interval.from());
                number(interval.to());
            }
        }
    }

    /** Begins the link of a record that was voided. */
    void begin(ByteBuffer head, ByteBuffer declared, int rules, LogRecord voided, LogRecord.Voiding by) {
        begin(head, declared, 'V', rules, voided.at());
        number(by.at().offset());
        flag(by.closesUnit());
        text(by.reason());
    }

    private void source(Source source) {
        text(source.coordinates());
        text(source.topicId());
    }

    /** Begins a link with everything but the decisions. */
    private void begin(ByteBuffer head, ByteBuffer declared, char kind, int rules, Position at) {
        restart();
        link.put(head.duplicate())
                .put(declared.duplicate())
                .put((byte) kind)
                .putInt(rules)
                .putInt(at.partition());
        link.putLong(at.offset()).putLong(at.time());
    }

    /** Returns the declared digest after a rules record. */
    ByteBuffer declared(ByteBuffer declared, LogRecord.Rules rules) {
        beginDeclared(declared, 'L', rules.at());
        link.putInt(rules.number()).putInt(rules.partitions());
        if (rules.format() != 1 || !rules.build().isEmpty()) {
            link.putInt(rules.format());
        }
        if (!rules.build().isEmpty()) {
            text(rules.build());
        }
        return digest();
    }

    /** Returns the declared digest after a mapping. */
    ByteBuffer declared(ByteBuffer declared, LogRecord.Mapped mapping) {
        beginDeclared(declared, 'M', mapping.at());
        link.putInt(mapping.version());
        text(mapping.text());
        return digest();
    }

    /** Returns the declared digest after a schema record; the registry's id is not part of it. */
    ByteBuffer declared(ByteBuffer declared, LogRecord.Schema schema) {
        beginDeclared(declared, 'S', schema.at());
        text(schema.fingerprint());
        text(schema.text());
        return digest();
    }

    private void beginDeclared(ByteBuffer declared, char kind, Position at) {
        restart();
        link.put(declared.duplicate()).put((byte) kind).putLong(at.offset()).putLong(at.time());
    }

    /** Discards a link that was not ended. */
    private void restart() {
        sha256.reset();
        link.clear();
    }

    private void digestPiece() {
        sha256.update(link.array(), 0, link.position());
        link.clear();
    }

    private ByteBuffer digest() {
        digestPiece();
        return ByteBuffer.wrap(sha256.digest());
    }

    private void text(String text) {
        room(text.length() + 4);
        int begin = link.position();
        link.putInt(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 0x7F) {
                link.position(begin);
                bytes(text.getBytes(UTF_8), 0);
                return;
            }
            link.put((byte) c);
        }
    }

    private void bytes(byte[] bytes, int from) {
        int length = bytes.length - from;
        room(4);
        link.putInt(length);
        if (length <= link.remaining()) {
            link.put(bytes, from, length);
        } else {
            digestPiece();
            sha256.update(bytes, from, length);
        }
    }

    private void number(long number) {
        room(8);
        link.putLong(number);
    }

    private void flag(boolean flag) {
        room(1);
        link.put((byte) (flag ? 1 : 0));
    }

    private void fingerprint(byte[] fingerprint) {
        room(BYTES);
        link.put(fingerprint);
    }

    /** Ends the link with the decisions, and returns the new head. */
    ByteBuffer end(List<Decision> decisions) {
        room(4);
        link.putInt(decisions.size());
        for (Decision decision : decisions) {
            text(decision.output().topic());
            text(decision.key());
            fingerprint(decision.output().fingerprint(decision.rules()));
            bytes(decision.avro(), 0);
        }
        return digest();
    }

    private void room(int more) {
        if (link.remaining() < more) {
            digestPiece();
        }
        if (link.remaining() < more) {
            link = ByteBuffer.allocate(more);
        }
    }
}
