package dev.rota.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.scheduler.ShardsDomain;
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
        "adopt.or ders, shards, 'expected ''adopt.or ders'' to name a topic as Kafka allows them'",
        "adopt.cores.log, shards, 'expected ''adopt.cores.log'' to name a topic that is not one of Rota''s own'",
        "adopt.rota-cores-intake-positions, shards, 'expected ''adopt.rota-cores-intake-positions'' to name a topic'",
        "adopt.rota-others-scheduler-rows-changelog, shards, 'expected ''adopt.rota-others-scheduler-rows-changelog'' to'",
        "adopt.__consumer_offsets, shards, 'expected ''adopt.__consumer_offsets'' to name a topic that is not one of'",
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

    @Test
    void shouldAdoptWhatOtherSchedulersReadAndWrite() {
        AdoptedTopics.require(
                DOMAINS,
                Settings.of(Map.of(
                        "adopt.cores.claims",
                        "shards",
                        "adopt.cores.forecasts",
                        "shards",
                        "adopt.rota-cards",
                        "shards")));
    }

    @Test
    void shouldRefuseASchedulerThatAdoptsWhatItCauses() {
        List<Domain> both = List.of(new ShardsDomain(), new JobsDomain());
        Map<String, String> oneWay = Map.of(
                "adopt.p.shards.blocks", "jobs", "adopt.p.shards.blocks.instance", "blocks", "topic.prefix", "p.");
        Map<String, String> around = new LinkedHashMap<>(oneWay);
        around.put("adopt.p.jobs.events", "shards");

        AdoptedTopics.require(both, Settings.of(oneWay));
        assertThatThrownBy(() -> AdoptedTopics.require(both, Settings.of(around)))
                .isInstanceOf(BadSetting.class)
                .hasMessage("expected schedulers that do not adopt what they cause, but p.jobs.events is adopted by"
                        + " shards, whose p.shards.blocks is adopted by jobs, which writes p.jobs.events");

        // The prefix of another cluster of Rota's is no cycle.
        around.put("topic.prefix", "q.");
        AdoptedTopics.require(both, Settings.of(around));
    }
}
