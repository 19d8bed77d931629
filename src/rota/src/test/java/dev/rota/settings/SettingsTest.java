package dev.rota.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options override the environment, which overrides the file. An unknown key is an error in each. */
class SettingsTest {

    private static final List<String> MORE = List.of("cores.partitions");

    /** Settings that Kafka, the registry's client and the list of known keys check in other ways. */
    private static final Set<Setting> FREE = Set.of(
            Setting.BOOTSTRAP, Setting.PLUGIN_KEYS, Setting.REGISTRY_KEYSTORE, Setting.REGISTRY_KEYSTORE_PASSWORD);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(
                folder.resolve("rota.properties"), "topic.prefix=file\nstreams.num.stream.threads=1\npartitions= 7 \n");
    }

    @Test
    void shouldUseTheFileByDefault() {
        Settings settings = Settings.read(file, Map.of(), Map.of(), MORE);

        assertThat(settings.text(Setting.TOPIC_PREFIX)).isEqualTo("file");
        assertThat(settings.number(Setting.PARTITIONS)).isEqualTo(7);
    }

    @Test
    void shouldPreferTheEnvironmentToTheFile() {
        Map<String, String> environment =
                Map.of("ROTA_TOPIC_PREFIX", "environment", "ROTA_STREAMS_NUM_STREAM_THREADS", "2", "PATH", "ignored");

        Settings settings = Settings.read(file, environment, Map.of(), MORE);

        assertThat(settings.text(Setting.TOPIC_PREFIX)).isEqualTo("environment");
        assertThat(settings.under("streams.")).containsEntry("num.stream.threads", "2");
    }

    @Test
    void shouldPreferOptionsToAll() {
        Settings settings =
                Settings.read(file, Map.of("ROTA_TOPIC_PREFIX", "environment"), Map.of("topic.prefix", "option"), MORE);

        assertThat(settings.text(Setting.TOPIC_PREFIX)).isEqualTo("option");
    }

    /**
     * 'dev' refuses a cluster from an option or the file, and ignores one that the environment sets for all programs.
     */
    @Test
    void shouldKnowWhatIsThereForThisStartAlone() {
        Settings settings = Settings.read(
                file,
                Map.of("ROTA_TOPIC_PREFIX", "environment", "ROTA_HTTP_PORT", "1"),
                Map.of("log.level", "WARN"),
                MORE);

        assertThat(settings.isByHand("topic.prefix")).isTrue();
        assertThat(settings.isByHand("log.level")).isTrue();
        assertThat(settings.isByHand("http.port")).isFalse();
        assertThat(settings.with(Map.of("partitions", "1")).isByHand("log.level"))
                .isTrue();
    }

    @Test
    void shouldPreferADomainsNumberToTheGeneralOne() {
        Settings settings = Settings.read(file, Map.of("ROTA_CORES_PARTITIONS", "3"), Map.of(), MORE);

        assertThat(settings.ofDomain("cores", Setting.PARTITIONS)).isEqualTo(3);
        assertThat(settings.ofDomain("jobs", Setting.PARTITIONS)).isEqualTo(7);
    }

    @Test
    void shouldRefuseUnknownKeysInAnySource() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.properties"), "topics.prefix=a\n");

        assertThatThrownBy(() -> Settings.read(wrong, Map.of(), Map.of(), MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageContaining("'topics.prefix'");
        assertThatThrownBy(() -> Settings.read(null, Map.of("ROTA_TOPICS_PREFIX", "a"), Map.of(), MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageEndingWith("but ROTA_TOPICS_PREFIX is not one; did you mean ROTA_TOPIC_PREFIX?");
        assertThatThrownBy(() -> Settings.read(null, Map.of(), Map.of("jobs.partitions", "2"), MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageContaining("'jobs.partitions'");
    }

    /** Kafka's clients would ignore these keys, and a misspelled security.protocol would send passwords in clear. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kafka.secruity.protocol        | did you mean 'kafka.security.protocol'?",
                "kafka.sasl.mechanisms          | did you mean 'kafka.sasl.mechanism'?",
                "kafka.fooo                     | listed in plugin.keys",
                "kafka.num.stream.threads       | did you mean 'streams.num.stream.threads'?",
                "streams.fooo                   | listed in plugin.keys",
                "streams.num.stream.thread      | did you mean 'streams.num.stream.threads'?",
                "streams.consumer.fetch.min.byte | did you mean 'streams.consumer.fetch.min.bytes'?",
                "streams.producer.fetch.min.bytes | none named",
                "streams.topic.segment.byte     | did you mean 'streams.topic.segment.bytes'?",
                "kafka.                         | none named",
                "tick.intreval.ms               | did you mean 'tick.interval.ms'?",
            })
    void shouldRefuseAMisspelledKeyAndNameTheNearest(String key, String said) {
        assertThatThrownBy(() -> Settings.read(null, Map.of(), Map.of(key, "1"), MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageStartingWith("expected a known setting, but there is none named '" + key + "'")
                .hasMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka.sasl.oauthbearer.token.endpoint.url",
                "kafka.ssl.engine.factory.class",
                "kafka.config.providers.file.param.allowed.paths",
                "kafka.metrics.context.cluster",
                "kafka.metrics.jmx.exclude",
                "streams.rack.aware.assignment.non_overlap_cost",
                "streams.main.consumer.fetch.min.bytes",
                "streams.restore.consumer.max.poll.records",
                "streams.global.consumer.max.poll.records",
                "streams.admin.request.timeout.ms",
                "streams.topic.min.insync.replicas",
                "streams.session.timeout.ms"
            })
    void shouldKnowWhatKafkaReads(String key) {
        Settings settings = Settings.read(null, Map.of(), Map.of(key, "1"), MORE);

        assertThat(settings.under("")).containsKey(key);
    }

    /** Each key has an environment variable, even if it contains underscores. */
    @Test
    void shouldReadEveryKnownKeyFromTheEnvironment() {
        for (String key : KafkaKeys.ALL) {
            if (FixedSettings.allows(key, "1")) {
                Settings settings = Settings.read(null, Map.of(Environment.variable(key), "1"), Map.of(), MORE);

                assertThat(settings.under("")).containsOnlyKeys(key);
            }
        }
    }

    /** The command of a bot or worker may be 'rota' itself, which then inherits the variables of its job or record. */
    @Test
    void shouldNotTakeWhatTellsAJobForSettings() {
        Map<String, String> environment = new TreeMap<>(Map.of("ROTA_TOPIC_PREFIX", "a"));
        for (JobVariable variable : JobVariable.values()) {
            environment.put(variable.name(), "1");
        }
        for (RecordVariable variable : RecordVariable.values()) {
            environment.put(variable.name(), "1");
        }
        for (SourceVariable variable : SourceVariable.values()) {
            environment.put(variable.name(), "1");
        }

        assertThat(Settings.read(null, environment, Map.of(), MORE).under("")).containsOnlyKeys("topic.prefix");
    }

    /** The message contains the variable, since its author may not know how it is mapped to a key. */
    @Test
    void shouldNameTheVariableThatIsWrong() {
        assertThatThrownBy(() -> Settings.read(null, Map.of("ROTA_ATTMPT", "1"), Map.of(), MORE))
                .hasMessage("expected every variable ROTA_... to be a known setting, but ROTA_ATTMPT is not one");
        assertThatThrownBy(() -> Settings.read(null, Map.of("ROTA_KAFKA_ACKS", "1"), Map.of(), MORE))
                .hasMessageStartingWith("ROTA_KAFKA_ACKS cannot be set to anything but all");
        assertThatThrownBy(() -> Settings.read(null, Map.of("ROTA_KAFKA_ACKS", "all"), Map.of("kafka.acks", "1"), MORE))
                .hasMessageStartingWith("'kafka.acks' cannot be set to anything but all");
    }

    /** An interceptor or a callback handler reads keys that Kafka does not define. */
    @Test
    void shouldAdmitTheKeysOfAPlugIn() {
        Map<String, String> options = Map.of(
                "plugin.keys", "kafka.spy.url, streams.vault.*",
                "kafka.spy.url", "http://spy",
                "streams.vault.role", "rota");

        assertThat(Settings.read(null, Map.of(), options, MORE).under("kafka.")).containsEntry("spy.url", "http://spy");
        assertThat(Settings.read(
                                null,
                                Map.of("ROTA_PLUGIN_KEYS", "kafka.spy.url", "ROTA_KAFKA_SPY_URL", "u"),
                                Map.of(),
                                MORE)
                        .under("kafka."))
                .containsEntry("spy.url", "u");
        assertThatThrownBy(() -> Settings.read(null, Map.of(), Map.of("plugin.keys", "spy.url"), MORE))
                .hasMessage("expected 'plugin.keys' to be keys of kafka.* or streams.* separated by commas,"
                        + " but one is 'spy.url'");
        assertThatThrownBy(() -> Settings.read(
                        null, Map.of(), Map.of("plugin.keys", "kafka.spy.*", "kafka.secruity.protocol", "SSL"), MORE))
                .hasMessageContaining("did you mean 'kafka.security.protocol'?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka.partition.assignment.strategy=org.apache.kafka.clients.consumer.StickyAssignor",
                "kafka.acks=1",
                "kafka.isolation.level=read_uncommitted",
                "kafka.interceptor.classes=com.example.Spy",
                "streams.default.timestamp.extractor=org.apache.kafka.streams.processor.WallclockTimestampExtractor",
                "streams.processing.guarantee=at_least_once",
                "streams.application.id=mine",
                "streams.main.consumer.auto.offset.reset=latest",
                "streams.producer.acks=1",
                "streams.max.in.flight.requests.per.connection=5"
            })
    void shouldRefuseSettingsThatWouldBreakOnceEach(String setting) {
        String key = setting.substring(0, setting.indexOf('='));
        Map<String, String> options = Map.of(key, setting.substring(setting.indexOf('=') + 1));

        assertThatThrownBy(() -> Settings.read(null, Map.of(), options, MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageStartingWith("'" + key + "' cannot be set")
                .hasMessageNotContaining("\n");
    }

    @Test
    void shouldAcceptAFixedSettingThatSaysWhatItIs() {
        Settings settings = Settings.read(
                null,
                Map.of(),
                Map.of(
                        "kafka.bootstrap.servers", "host:1",
                        "kafka.acks", "all",
                        "streams.processing.guarantee", "exactly_once_v2",
                        "kafka.request.timeout.ms", "20000",
                        "streams.producer.linger.ms", "1"),
                MORE);

        assertThat(settings.kafka()).containsEntry("request.timeout.ms", "20000");
    }

    @Test
    void shouldKeepRecordsInOrderWhateverIsSet() {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap.servers", "host:1",
                "kafka.acks", "1",
                "kafka.max.in.flight.requests.per.connection", "5"));

        assertThat(settings.producing())
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", "true")
                .containsEntry("max.in.flight.requests.per.connection", "1");
    }

    /** Every verb reports a wrong value before it starts, with the name of the setting. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseAWrongValueOfEachSetting(Setting setting) {
        assertThat(setting.form().equals(Form.FREE))
                .as("its values are checked elsewhere")
                .isEqualTo(FREE.contains(setting));
        if (!FREE.contains(setting)) {
            assertThatThrownBy(() -> Settings.read(null, Map.of(), Map.of(setting.key(), " a b/ "), MORE))
                    .isInstanceOf(BadSetting.class)
                    .hasMessageStartingWith("expected '" + setting.key() + "' to be ")
                    .hasMessageEndingWith(", but it is 'a b/'");
            assertThatThrownBy(() ->
                            Settings.read(null, Map.of(Environment.variable(setting.key()), "a b/"), Map.of(), MORE))
                    .hasMessageStartingWith("expected " + Environment.variable(setting.key()) + " to be ");
            assertThatThrownBy(() -> Settings.of(Map.of(setting.key(), "a b/")).text(setting))
                    .isInstanceOf(BadSetting.class);
        }
    }

    /** The default of a setting is a valid value of it. */
    @ParameterizedTest
    @EnumSource
    void shouldAcceptItsOwnDefaults(Setting setting) {
        @Nullable String fallback = setting.fallback();
        if (fallback != null) {
            Settings settings = Settings.read(null, Map.of(), Map.of(setting.key(), fallback), MORE);

            assertThat(settings.text(setting)).isEqualTo(fallback);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.host                 | ::1",
                "http.host                 | [::1]",
                "http.host                 | rota-0.rota.svc",
                "http.hosts                | *",
                "http.hosts                | rota.example, 10.0.0.1,",
                "http.proxies              | 10.0.0.1, fe80::1%eth0",
                "http.user.header          | X-Forwarded-User",
                "http.advertised           | [::1]:8080",
                "http.advertised           | [fe80::1%eth0]:8080",
                "http.advertised           | 10.0.0.1:65535",
                "pages.instances           | rota-0:8080, rota-1:8080",
                "pages.instances           | [::1]:8080, rota-1.rota.svc:8080,",
                "kafka.bootstrap.servers   | kafka_1:9092",
                "log.level                 | debug",
                "log.format                | JSON",
                "topics.input.retention.ms | -1",
                "topic.prefix              | Test_eu-1.",
                "instance.id               | rota-0.rota_1"
            })
    void shouldAcceptTheValuesThatThereAre(String key, String value) {
        assertThat(Settings.read(null, Map.of(), Map.of(key, value), MORE).under(""))
                .containsEntry(key, value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "store.block.cache.bytes  | 128MB",
                "store.write.buffer.bytes | -5",
                "topics.input.retention.ms | week",
                "instance.id              | ..",
                "instance.id              | ''",
                "http.host                | ''",
                "http.port                | 65536",
                "cores.partitions         | 10001",
                "store.write.back         | yes",
                "serde.provider           | ROTA",
                "pages.instances          | rota-0:8080;rota-1:8080",
                "pages.instances          | rota-0:8080,rota_1:8080",
                "pages.instances          | rota-0:8080,::1:8080",
                "http.advertised          | rota_1:8080",
                "http.advertised          | ::1:8080",
                "http.advertised          | rota-1:65536",
                "http.advertised          | rota-1:0",
                "http.proxies             | proxy.example",
            })
    void shouldRefuseWhatNobodyCanMean(String key, String value) {
        assertThatThrownBy(() -> Settings.read(null, Map.of(), Map.of(key, value), MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessageContaining("'" + key + "'");
    }

    @Test
    void shouldNotWaitForReplicasThatNobodyAskedFor() {
        assertThat(Settings.of(Map.of()).leastInSync()).isEqualTo(2);
        assertThat(Settings.read(null, Map.of(), Map.of("topics.replication.factor", "1"), MORE)
                        .leastInSync())
                .isEqualTo(1);
        assertThat(Settings.read(null, Map.of(), Map.of("topics.min.insync.replicas", "1"), MORE)
                        .leastInSync())
                .isEqualTo(1);
    }

    @Test
    void shouldRefuseMoreReplicasInSyncThanThereAre() {
        assertThatThrownBy(() -> Settings.read(
                        null,
                        Map.of(),
                        Map.of("topics.min.insync.replicas", "3", "topics.replication.factor", "1"),
                        MORE))
                .isInstanceOf(BadSetting.class)
                .hasMessage("expected 'topics.min.insync.replicas' to be at most topics.replication.factor, which is 1,"
                        + " but it is 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "0", "10001", "-1", "99999999999999999999"})
    void shouldNameTheBoundsOfANumber(String value) {
        Settings settings = Settings.of(Map.of("partitions", value));

        assertThatThrownBy(() -> settings.ofDomain("cores", Setting.PARTITIONS))
                .isInstanceOf(BadSetting.class)
                .hasMessageContaining("from 1 to 10000");
    }
}
