package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.Claim;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import dev.rota.stream.intake.IntakeToMachine;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests hostile writer schemas from a registry: the machine must be able to decide whatever intake accepts. */
class HostileSchemasTest {

    private static final String CLAIMS = "cores.claims";
    private static final String LIST = "{'type':'record','name':'L','fields':[{'name':'next','type':['null','L']}%s]}";

    private final IntakeToMachine rota = new IntakeToMachine(new CoresDomain(), new MemoryRows());
    private int id;

    @Test
    void shouldDecideEventsOfASchemaWithAnInvalidDefault() throws Exception {
        assertThat(take(extra("['null','string']", ",'default':5"), bytes(0))).isNull();
        assertThat(take(extra("'int'", ",'default':'five'"), bytes(2))).isNull();
        assertThat(rota.decisions()).isPositive();
    }

    @Test
    void shouldRefuseArraysWhoseItemsTakeNoBytes() throws Exception {
        byte[] one = bytes(2, 0);
        assertThat(take(extra("{'type':'array','items':'null'}", ""), one)).isEqualTo("UNDECODABLE");
        assertThat(take(extra("{'type':'array','items':{'type':'array','items':'null'}}", ""), bytes(2, 2, 0, 0)))
                .isEqualTo("UNDECODABLE");
        assertThat(take(extra("{'type':'array','items':{'type':'record','name':'E','fields':[]}}", ""), one))
                .isEqualTo("UNDECODABLE");
        assertThat(take(extra("{'type':'array','items':{'type':'fixed','name':'F','size':0}}", ""), one))
                .isEqualTo("UNDECODABLE");
        // The keys of a map take bytes.
        assertThat(take(extra("{'type':'map','values':'null'}", ""), bytes(2, 2, 'k', 0)))
                .isNull();
    }

    @Test
    void shouldRefuseNestedBlocksThatClaimWhatNoBytesBack() throws Exception {
        // given 1.6 kB: sixteen hundred blocks of a million items each, in an array that only the writer's schema has
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        for (int i = 0; i < 400; i++) {
            blocks.writeBytes(new byte[] {(byte) 0x80, (byte) 0x89, 0x7A, 0});
        }

        // then
        assertThat(take(
                        extra("{'type':'array','items':{'type':'array','items':'null'}}", ""),
                        concat(bytes(0xA0, 6), blocks.toByteArray(), bytes(0))))
                .isEqualTo("UNDECODABLE");
    }

    @Test
    void shouldRefuseARecordThatContainsItself() throws Exception {
        assertThat(take(extra("{'type':'record','name':'R','fields':[{'name':'r','type':'R'}]}", ""), bytes()))
                .isEqualTo("UNDECODABLE");
        assertThat(take(
                        extra(
                                "{'type':'record','name':'R','fields':[{'name':'a','type':{'type':'array','items':'R'}}]}",
                                ""),
                        bytes(2, 0, 0)))
                .isNull();
    }

    @Test
    void shouldRefuseRecordsThatMultiply() throws Exception {
        // given ten fields, each a record of ten fields, ten deep: 300 bytes of schema for ten billion nulls
        String type = "'null'";
        for (int level = 0; level < 10; level++) {
            StringBuilder fields = new StringBuilder();
            for (int i = 0; i < 10; i++) {
                fields.append(i == 0 ? "" : ",")
                        .append("{'name':'f" + i + "','type':"
                                + (i == 0 ? type : level == 0 ? "'null'" : "'M" + (level - 1) + "'") + "}");
            }
            type = "{'type':'record','name':'M" + level + "','fields':[" + fields + "]}";
        }
        assertThat(take(extra(type, ""), bytes())).isEqualTo("UNDECODABLE");
    }

    @Test
    void shouldRefuseItemsBeyondTheLimitWhoeverReadsThem() throws Exception {
        // given items of one byte, each with a thousand further values that take no bytes
        StringBuilder fields = new StringBuilder("{'name':'b','type':'boolean'}");
        for (int i = 0; i < 1_000; i++) {
            fields.append(",{'name':'n" + i + "','type':'null'}");
        }
        String schema = extra("{'type':'array','items':{'type':'record','name':'E','fields':[" + fields + "]}}", "");

        // then
        assertThat(take(schema, concat(bytes(0x80, 2), new byte[128], bytes(0))))
                .isNull();
        assertThat(take(schema, concat(bytes(0xB0, 9), new byte[600], bytes(0))))
                .isEqualTo("UNDECODABLE");
    }

    @Test
    void shouldRefuseARecordNestedTooDeeply() throws Exception {
        String list = extra(String.format(LIST, ""), "");
        String wide = extra(String.format(LIST, ",{'name':'after','type':'null'}"), "");
        byte[] deepest = new byte[Limits.RECORD_DEPTH_MAX - 1];
        java.util.Arrays.fill(deepest, 0, deepest.length - 1, (byte) 2);
        byte[] deeper = new byte[500_000];
        java.util.Arrays.fill(deeper, 0, deeper.length - 1, (byte) 2);

        assertThat(take(list, deepest)).isNull();
        assertThat(take(list, deeper)).isEqualTo("UNDECODABLE");
        assertThat(take(wide, deeper)).isEqualTo("UNDECODABLE");
    }

    @Test
    void shouldRefuseABlockWhoseLengthIsNotThatOfItsItems() throws Exception {
        String schema = extra("{'type':'array','items':'int'}", "");
        assertThat(take(schema, bytes(3, 4, 2, 4, 0))).isNull();
        assertThat(take(schema, bytes(3, 6, 2, 4, 0))).isEqualTo("UNDECODABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "fe", "eda080", "c0af", "e080af", "f4908080", "c3", "80", "61c3"})
    void shouldRefuseMalformedUtf8(String hex) throws Exception {
        byte[] malformed = java.util.HexFormat.of().parseHex(hex);
        byte[] text = concat(bytes(2 * malformed.length), malformed);

        // The text is in fields that are read, in fields that only the writer's schema has, in a map's keys, and in
        // bytes that are read as a string.
        assertThat(rota.take(CLAIMS, own(), concat(text, bytes(2, 2, 'c', 0)))).isEqualTo("UNDECODABLE");
        assertThat(take(extra("'string'", ""), text)).isEqualTo("UNDECODABLE");
        assertThat(take(extra("{'type':'map','values':'int'}", ""), concat(bytes(2), text, bytes(2, 0))))
                .isEqualTo("UNDECODABLE");
        String promoted = claim("'bytes'", "");
        assertThat(rota.take(CLAIMS, learn(promoted), concat(text, bytes(2, 2, 'c', 0))))
                .isEqualTo("UNDECODABLE");
        // Bytes that are not read as a string may have any value.
        assertThat(take(extra("'bytes'", ""), text)).isNull();
    }

    @Test
    void shouldAcceptWellFormedUtf8OfEveryLength() throws Exception {
        for (String name : List.of("a", "é", "€", "\uD83D\uDE00", "longer than eight é", "\uFFFD")) {
            byte[] utf8 = name.getBytes(UTF_8);
            byte[] text = concat(bytes(2 * utf8.length), utf8, bytes(2, 2, 'c', 0));
            assertThat(rota.take(CLAIMS, learn(claim("'string'", "")), text)).isNull();
            assertThat(rota.take(CLAIMS, learn(claim("'bytes'", "")), text)).isNull();
        }
    }

    @Test
    void shouldRefuseASchemaThatNestsTooDeeply() throws Exception {
        // given nested types: each is an array of the next
        StringBuilder types = new StringBuilder("'null'");
        for (int i = 0; i < 510; i++) {
            types.append(",{'type':'record','name':'N" + i + "','fields':[{'name':'f','type':{'type':'array','items':'N"
                    + (i + 1) + "'}}]}");
        }
        types.append(",{'type':'record','name':'N510','fields':[]}");
        rota.learn(++id, SchemaText.parse(json(extra("[" + types + "]", ""))));

        // then
        assertThat(rota.take(CLAIMS, id, bytes(0, 2, 'c', 2, 2, 'c'))).isEqualTo("UNDECODABLE");
    }

    @Test
    void shouldNameFewIncompatibilitiesOfMany() throws Exception {
        // given a union of thousands of types, none of which can be read as a block's number
        StringBuilder branches = new StringBuilder("'null'");
        for (int i = 0; i < 2_000; i++) {
            branches.append(",{'type':'record','name':'B" + i + "','fields':[]}");
        }
        String schema = "{'type':'record','name':'BlockEvent','namespace':'dev.rota.cores','fields':["
                + "{'name':'chain','type':'string'},{'name':'number','type':[" + branches
                + "]},{'name':'event','type':'null'}]}";
        byte[] block =
                AvroCodec.of(BlockEvent.class).encode(new BlockEvent("c", 1L, new BlockEnded(List.of(), null), null));

        // then
        assertThat(rota.take("cores.blocks", learn(schema), block)).isEqualTo("UNDECODABLE");
    }

    /** Returns a claim's schema with a field in front that only the writer's schema has. */
    private static String extra(String type, String rest) {
        return claim("'string'", "{'name':'extra','type':" + type + rest + "},");
    }

    private static String claim(String chain, String extra) {
        return "{'type':'record','name':'Claim','namespace':'dev.rota.cores','fields':[" + extra
                + "{'name':'chain','type':" + chain + "},{'name':'para','type':'int'},"
                + "{'name':'collator','type':'string'},{'name':'id','type':['null','string'],'default':null}]}";
    }

    @Nullable
    private String take(String schema, byte[] extra) throws BadSchema {
        return rota.take(
                CLAIMS,
                learn(schema),
                concat(extra, AvroCodec.of(Claim.class).encode(new Claim("chain", 1, "collator", null))));
    }

    private int learn(String schema) throws BadSchema {
        rota.learn(++id, SchemaText.parse(json(schema)));
        return id;
    }

    private int own() {
        rota.learn(++id, Claim.getClassSchema());
        return id;
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
