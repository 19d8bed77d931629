package dev.rota.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.shards.ShardsDomain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptedTopicsTest {

    private static final List<Domain> DOMAINS = List.of(new ShardsDomain(), new CoresDomain());

    /** Names of topics contain dots, and one may be the beginning of another. */
    @Test
    void shouldFindTheTopicOfEachField() {
        Settings settings = Settings.of(Map.of(
                "adopt.orders", "shards",
                "adopt.orders.pool", "shards",
                "adopt.orders.eu", "shards",
                "adopt.orders.eu.pool", "europe",
                "adopt.orders.eu.shard.default", "x",
                "adopt.orders.eu.shard", "header:who"));

        assertThat(AdoptedTopics.of(new ShardsDomain(), settings))
                .isEqualTo(Map.of(
                        "orders",
                        Map.of("pool", "shards"),
                        "orders.eu",
                        Map.of("pool", "europe", "shard", "header:who", "shard.default", "x")));
        assertThat(AdoptedTopics.of(new CoresDomain(), settings)).isEmpty();
        AdoptedTopics.require(DOMAINS, settings);
    }

    @ParameterizedTest
    @CsvSource({
        "adopt.orders, cores, 'expected ''adopt.orders'' to be a scheduler that adopts topics (shards)'",
        "adopt.orders.pool, a, 'expected ''adopt.orders.pool'' to be a scheduler'",
        "adopt.shards.log, shards, 'expected ''adopt.shards.log'' to name a topic that is not one of Rota''s own'",
        "adopt.or ders, shards, 'expected ''adopt.or ders'' to name a topic'",
        "adopt.a.shard, fixed, 'expected valid settings of the adopted topic, but adopt.a.shard: expected'"
    })
    void shouldRefuseSettingsOfNoTopic(String key, String value, String message) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(key, value);
        if (key.startsWith("adopt.a.")) {
            settings.put("adopt.a", "shards");
        }

        assertThatThrownBy(() -> AdoptedTopics.require(DOMAINS, Settings.of(settings)))
                .isInstanceOf(BadSetting.class)
                .hasMessageStartingWith(message);
    }
}
