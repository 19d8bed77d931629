package dev.rota.shards.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.SourceRecord.Header;
import dev.rota.engine.adopt.Mapping;
import dev.rota.shards.Transaction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worked examples of the transactions that records become. */
class TransactionAdoptionTest {

    private static final String TOPIC_ID = "AAAAAAAAAAAAAAAAAAAAAA";

    private static Mapping mapping(Map<String, String> settings) {
        return Mapping.of(new ShardsDomain(), "orders", false, new TreeMap<>(settings));
    }

    private static SourceRecord record(@Nullable byte[] key, @Nullable byte[] value, Header... headers) {
        return new SourceRecord(TOPIC_ID, "orders", 3, 17, key, List.of(headers), value);
    }

    private static Transaction map(Map<String, String> settings, SourceRecord record) throws RefusedException {
        return (Transaction) mapping(settings).map(record).event();
    }

    private static String shard(@Nullable byte[] key) throws RefusedException {
        return map(Map.of(), record(key, bytes("v"))).getShard();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static IntakeReason refused(Map<String, String> settings, SourceRecord record) {
        try {
            map(settings, record);
        } catch (RefusedException e) {
            return e.reason();
        }
        throw new AssertionError("accepted");
    }

    @Test
    void shouldKeepAllOfARecord() throws Exception {
        SourceRecord record = record(
                bytes("alice"), bytes("one book"), new Header("tenant", bytes("eu")), new Header("tenant", null));

        Transaction transaction = map(Map.of("pool", "orders"), record);

        assertThat(transaction.getPool()).isEqualTo("orders");
        assertThat(transaction.getShard()).isEqualTo("alice");
        assertThat(transaction.getId()).isEqualTo("AAAAAAAAAAAAAAAAAAAAAA/3/17");
        assertThat(transaction.getSource()).isEqualTo("orders/3/17");
        assertThat(new String(transaction.getPayload().array(), UTF_8)).isEqualTo("one book");
        assertThat(transaction.getHeaders()).hasSize(2);
        assertThat(transaction.getTombstone()).isFalse();
        assertThat(mapping(Map.of()).record(transaction, TOPIC_ID).content()).isEqualTo(record.content());
    }

    @ParameterizedTest
    @CsvSource({
        "616c696365, alice",
        "c3bc, \u00fc",
        "ff, ~xff",
        "'', ~x",
        // A name that looks like a made one is made too.
        "7e786666, ~x7e786666",
        // A control character.
        "610a, ~x610a"
    })
    void shouldNameAShardByItsKey(String key, String shard) throws Exception {
        assertThat(shard(HexFormat.of().parseHex(key))).isEqualTo(shard);
    }

    @Test
    void shouldNameAShardByALongKeyOrNone() throws Exception {
        byte[] long120 = new byte[120];
        byte[] long121 = new byte[121];
        Arrays.fill(long120, (byte) 0xff);
        Arrays.fill(long121, (byte) 0xff);

        assertThat(shard(long120)).isEqualTo("~x" + "ff".repeat(120));
        assertThat(shard(long121)).isEqualTo("~h3432c4b1b93a37fed8c045731025db0ab2e688ff48694ec39f9635626679525b");
        assertThat(shard(bytes("a".repeat(256)))).isEqualTo("a".repeat(256));
        assertThat(shard(bytes("a".repeat(257)))).startsWith("~h").hasSize(66);
        assertThat(shard(null)).isEqualTo("~p3");
    }

    @Test
    void shouldGiveDifferentKeysDifferentShards() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] key = new byte[random.nextInt(4)];
            random.nextBytes(key);
            if (random.nextInt(4) == 0) {
                key = bytes("~x" + HexFormat.of().formatHex(key));
            }
            String hex = HexFormat.of().formatHex(key);
            assertThat(keys.putIfAbsent(shard(key), hex)).isIn(null, hex);
        }
        assertThat(keys).hasSizeGreaterThan(5_000);
    }

    /** By the first four bytes of SHA-256, modulo 8. */
    @ParameterizedTest
    @CsvSource({"alice, orders-1", "bob, orders-0", "carol, orders-7"})
    void shouldSpreadATopicOverPools(String key, String pool) throws Exception {
        assertThat(map(Map.of("pool", "orders/8"), record(bytes(key), bytes("v")))
                        .getPool())
                .isEqualTo(pool);
    }

    @Test
    void shouldTakeTheLastHeaderOfAName() throws Exception {
        Map<String, String> byHeader = Map.of("shard", "header:customer");
        Header one = new Header("customer", bytes("one"));
        Header two = new Header("customer", bytes("two"));
        Header none = new Header("customer", null);

        assertThat(map(byHeader, record(null, bytes("v"), one, two)).getShard()).isEqualTo("two");
        assertThat(refused(byHeader, record(null, bytes("v")))).isEqualTo(IntakeReason.HEADER_MISSING);
        assertThat(refused(byHeader, record(null, bytes("v"), two, none))).isEqualTo(IntakeReason.HEADER_MISSING);
        assertThat(map(Map.of("shard", "header:customer", "shard.default", "others"), record(bytes("key"), bytes("v")))
                        .getShard())
                .isEqualTo("others");
        assertThat(map(Map.of("shard", "partition"), record(bytes("key"), bytes("v")))
                        .getShard())
                .isEqualTo("~p3");
    }

    @Test
    void shouldPassOnOrSkipATombstone() throws Exception {
        SourceRecord tombstone = record(bytes("alice"), null);

        assertThat(mapping(Map.of()).skips(tombstone)).isFalse();
        assertThat(map(Map.of(), tombstone).getTombstone()).isTrue();
        assertThat(map(Map.of(), tombstone).getPayload().remaining()).isZero();
        assertThat(mapping(Map.of("tombstones", "skip")).skips(tombstone)).isTrue();
        assertThat(mapping(Map.of("tombstones", "skip")).skips(record(bytes("alice"), bytes(""))))
                .isFalse();
    }

    @Test
    void shouldRefuseWhatIsTooLarge() throws Exception {
        byte[] fits = new byte[16_384 - 8 - 1];

        assertThat(map(Map.of("shard", "partition"), record(null, bytes("v"), new Header("h", fits)))
                        .getHeaders())
                .hasSize(1);
        assertThat(refused(Map.of(), record(bytes("k"), bytes("v"), new Header("h", fits))))
                .isEqualTo(IntakeReason.RECORD_TOO_LARGE);
        assertThat(refused(Map.of(), record(bytes("k"), new byte[900_000]))).isEqualTo(IntakeReason.RECORD_TOO_LARGE);
        assertThat(map(Map.of(), record(bytes("k"), new byte[899_900]))
                        .getPayload()
                        .remaining())
                .isEqualTo(899_900);
    }

    @Test
    void shouldReadAMappingFromItsText() throws Exception {
        Mapping mapping = mapping(Map.of("pool", "orders/8", "shard", "header:customer", "shard.default", "x"));

        assertThat(mapping.text()).isEqualTo("""
                        topic=orders
                        form=1
                        compacted=false
                        pool=orders/8
                        shard=header:customer
                        shard.default=x
                        tombstones=pass
                        """);
        assertThat(Mapping.parse(new ShardsDomain(), mapping.text()).text()).isEqualTo(mapping.text());
        assertThatThrownBy(
                        () -> Mapping.parse(new ShardsDomain(), mapping.text().replace("form=1", "form=2")))
                .isInstanceOf(Mapping.Unknown.class)
                .hasMessageContaining("its form is 2");
    }

    @ParameterizedTest
    @CsvSource({
        "shard, alice, 'shard: expected ''key'' or ''header:NAME'' or ''partition'', but it is ''alice'''",
        "shard, header:, 'shard: expected'",
        "pool, orders/0, 'pool: expected 1 to 50 pools'",
        "pool, '', 'pool: expected pool to be an id, but it is empty'",
        "shard.default, x, 'shard: expected no default'",
        "tombstones, keep, 'tombstones: expected pass or skip'",
        "priority, 1, 'priority: expected a field of shards'"
    })
    void shouldRefuseSettingsThatNoRecordFulfils(String field, String value, String message) {
        assertThatThrownBy(() -> mapping(Map.of(field, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
