package dev.rota.engine.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Output;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.Avro;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the worked example of the chain's byte layout, written out byte by byte without using the class. */
class ChainTest {

    private static final HexFormat HEX = HexFormat.of();

    /** A former build's log is decided like before; one that names its build, or a format, has other chains. */
    @Test
    void shouldCoverFormatAndBuildOfRules() throws Exception {
        String common = "00".repeat(32) // nothing was declared before
                + "4c" // 'L'
                + "0000000000000009" // offset 9
                + "00000000000003e8" // time 1,000
                + "00000002" // rules 2
                + "00000004"; // 4 partitions

        assertThat(declared(1, "")).isEqualTo(ByteBuffer.wrap(sha256(HEX.parseHex(common))));
        assertThat(declared(2, "")).isEqualTo(ByteBuffer.wrap(sha256(HEX.parseHex(common + "00000002"))));
        assertThat(declared(1, "0.1.0+ab"))
                .isEqualTo(
                        ByteBuffer.wrap(sha256(HEX.parseHex(common + "00000001" + "00000008" + "302e312e302b6162"))));
        assertThat(declared(2, "0.1.0+ab"))
                .isEqualTo(
                        ByteBuffer.wrap(sha256(HEX.parseHex(common + "00000002" + "00000008" + "302e312e302b6162"))));
    }

    private static ByteBuffer declared(int format, String build) throws LogFormat.ForeignRecord {
        LogFormat.Written written = LogFormat.rules(2, 4, format, build);
        LogRecord record = LogFormat.parse(
                new Position(3, 9, 1_000),
                written.key(),
                name -> written.headers().containsKey(name)
                        ? written.headers().get(name).getBytes(UTF_8)
                        : null,
                written.value());
        return new Chain().declared(Chain.first(), (LogRecord.Rules) record);
    }

    /** A partition declares its rules, then a Tick makes a unit emit one Rejection. */
    @Test
    void shouldMatchTheWorkedExample() throws Exception {
        // given
        Position rulesAt = new Position(3, 0, 1_000);
        Position tickAt = new Position(3, 7, 2_000);
        Output<Rejection> output = Output.of("cores.rejections", Rejection.class);
        Rejection rejection = Rejection.newBuilder()
                .setDomain("cores")
                .setUnit("relay")
                .setSource("cores.claims/0/5")
                .setReason("NOT_LIVE")
                .setMessage("why")
                .setTime(2_000L)
                .build();
        Decision decision = new Decision(
                output,
                "relay",
                1,
                tickAt,
                1,
                2_000,
                "relay",
                rejection,
                output.codec().encode(rejection));

        // when
        Chain chain = new Chain();
        ByteBuffer declared = chain.declared(Chain.first(), new LogRecord.Rules(rulesAt, 1, 4));
        chain.begin(Chain.first(), declared, 1, new LogRecord.Tick(tickAt, "relay", AttendedTime.NONE));
        ByteBuffer head = chain.end(List.of(decision));

        // then
        byte[] declaredByHand = sha256(HEX.parseHex("00".repeat(32) // no rules were declared before
                + "4c" // 'L'
                + "0000000000000000" // offset 0
                + "00000000000003e8" // time 1,000
                + "00000001" // rules 1
                + "00000004")); // 4 partitions
        assertThat(declared).isEqualTo(ByteBuffer.wrap(declaredByHand));

        ByteArrayOutputStream link = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(link)) {
            out.write(new byte[32]); // the first head
            out.write(declaredByHand);
            out.write(HEX.parseHex(
                    "54" // 'T'
                            + "00000001" // rules 1
                            + "00000003" // partition 3
                            + "0000000000000007" // offset 7
                            + "00000000000007d0" // time 2,000
                            + "00000001")); // one decision
            text(out, "cores.rejections");
            text(out, "relay");
            out.write(Avro.fingerprint(Rejection.getClassSchema()));
            byte[] avro = HEX.parseHex("0a" + hex("cores") // domain
                    + "02" + "0a" + hex("relay") // unit: the second branch of its union
                    + "20" + hex("cores.claims/0/5")
                    + "10" + hex("NOT_LIVE")
                    + "06" + hex("why")
                    + "00" // value: null
                    + "a01f"); // time 2,000, zig-zag
            out.writeInt(avro.length);
            out.write(avro);
        }
        assertThat(head).isEqualTo(ByteBuffer.wrap(sha256(link.toByteArray())));
        assertThat(Chain.hex(head)).isEqualTo("7eb575e49c6b4db99322b4b8dbd7efe1aec3d02a5c505f4fad1db5db9f555876");
    }

    /** A partition declares a mapping, and an event is made by it. */
    @Test
    void shouldMatchTheWorkedExampleOfAnAdoptedRecord() throws Exception {
        // given
        Position mappingAt = new Position(3, 1, 1_500);
        Position eventAt = new Position(3, 8, 2_000);
        byte[] fingerprint = HEX.parseHex("ab".repeat(32));
        byte[] framed = HEX.parseHex("00" + "00000009" + "0102"); // schema 9, which the chain does not contain
        Source source = new Source("orders", 2, 17, "id");

        // when
        Chain chain = new Chain();
        ByteBuffer declared = chain.declared(Chain.first(), new LogRecord.Mapped(mappingAt, 5, "topic=orders"));
        chain.begin(
                Chain.first(), declared, 1, new LogRecord.Event(eventAt, "u", source, "type", 5, framed), fingerprint);
        ByteBuffer head = chain.end(List.of());

        // then
        byte[] declaredByHand = sha256(HEX.parseHex("00".repeat(32)
                + "4d" // 'M'
                + "0000000000000001" // offset 1
                + "00000000000005dc" // time 1,500
                + "00000005" // version 5
                + "0000000c" + hex("topic=orders")));
        assertThat(declared).isEqualTo(ByteBuffer.wrap(declaredByHand));
        assertThat(head)
                .isEqualTo(ByteBuffer.wrap(sha256(HEX.parseHex("00".repeat(32)
                        + HEX.formatHex(declaredByHand)
                        + "44" // 'D'
                        + "00000001" // rules 1
                        + "00000003" // partition 3
                        + "0000000000000008" // offset 8
                        + "00000000000007d0" // time 2,000
                        + "00000005" // the mapping's version
                        + "0000000b" + hex("orders/2/17")
                        + "00000002" + hex("id")
                        + "00000004" + hex("type")
                        + "ab".repeat(32) // the schema
                        + "00000002" + "0102"
                        + "00000000")))); // no decisions
    }

    /** The chain contains no registry id, since two clusters number the same schemas differently. */
    @Test
    void shouldNotDependOnRegistryIds() {
        Position at = new Position(0, 1, 5);
        Chain chain = new Chain();

        ByteBuffer one = chain.declared(Chain.first(), LogRecord.Schema.of(at, 1, Rejection.getClassSchema()));
        ByteBuffer other = chain.declared(Chain.first(), LogRecord.Schema.of(at, 999, Rejection.getClassSchema()));
        ByteBuffer later = chain.declared(
                Chain.first(), LogRecord.Schema.of(new Position(0, 1, 6), 1, Rejection.getClassSchema()));

        assertThat(one).isEqualTo(other).isNotEqualTo(later);
    }

    /** Links are digested in pieces, which must not change the digest. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_000, 16_383, 16_384, 16_385, 40_000, 1_000_000})
    void shouldNotDependOnTheSizeOfItsDecisions(int bytes) throws Exception {
        // given
        Position at = new Position(3, 7, 2_000);
        Output<Rejection> output = Output.of("cores.rejections", Rejection.class);
        Rejection value = Rejection.newBuilder()
                .setDomain("cores")
                .setUnit("relay")
                .setSource("cores.claims/0/5")
                .setReason("NOT_LIVE")
                .setMessage("why")
                .setTime(2_000L)
                .build();
        byte[] avro = new byte[bytes];
        new Random(bytes).nextBytes(avro);
        Decision decision = new Decision(output, "relay", 1, at, 1, 2_000, "relay", value, avro);
        Chain chain = new Chain();
        chain.begin(
                Chain.first(), Chain.first(), 9, new LogRecord.Tick(at, "a link that is not ended", AttendedTime.NONE));

        // when
        chain.begin(Chain.first(), Chain.first(), 1, new LogRecord.Tick(at, "relay", AttendedTime.NONE));
        ByteBuffer head = chain.end(List.of(decision, decision, decision));

        // then
        ByteArrayOutputStream link = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(link)) {
            out.write(new byte[64]);
            out.writeByte('T');
            out.writeInt(1);
            out.writeInt(3);
            out.writeLong(7);
            out.writeLong(2_000);
            out.writeInt(3);
            for (int i = 0; i < 3; i++) {
                text(out, "cores.rejections");
                text(out, "relay");
                out.write(Avro.fingerprint(Rejection.getClassSchema()));
                out.writeInt(bytes);
                out.write(avro);
            }
        }
        assertThat(head).isEqualTo(ByteBuffer.wrap(sha256(link.toByteArray())));
    }

    /** The chain contains texts as UTF-8, whatever their characters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "nul\0 in it",
                "\u007f",
                "\u0080",
                "caf\u00e9",
                "a\u20ac",
                "\ud83d\ude00 after",
                "long \u00e9"
            })
    void shouldHoldTextsAsUtf8(String text) throws Exception {
        // given
        Position at = new Position(0, 1, 5);
        String many = text.repeat(2_000);

        // when
        ByteBuffer declared = new Chain().declared(Chain.first(), new LogRecord.Schema(at, 1, text, many));

        // then
        ByteArrayOutputStream link = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(link)) {
            out.write(new byte[32]);
            out.writeByte('S');
            out.writeLong(at.offset());
            out.writeLong(at.time());
            text(out, text);
            text(out, many);
        }
        assertThat(declared).isEqualTo(ByteBuffer.wrap(sha256(link.toByteArray())));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String hex(String text) {
        return HEX.formatHex(text.getBytes(UTF_8));
    }

    private static byte[] sha256(byte[] bytes) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }
}
