package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.shards.tables.ShardsTables;
import dev.rota.testing.TestLog;
import dev.rota.trials.CountedStore;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of shards that stay in memory depends on the heap, unless it is set. */
class ShardsCacheTest {

    private static final int SHARDS = 200;

    @ParameterizedTest
    @CsvSource({
        "100000,     , true",
        "1000000000, , false",
        "100000,     100000000, false",
        "1000000000, 10000, true",
    })
    void shouldReadAShardAgainIfTheHeapIsSmall(long heap, String cacheBytes, boolean isRead) {
        // given
        TreeMap<String, String> settings = new TreeMap<>();
        if (cacheBytes != null) {
            settings.put("cache.bytes", cacheBytes);
        }
        Domain domain = new ShardsDomain().withHeap(heap).configured(settings);
        CountedStore store = new CountedStore();
        TestPool pool = new TestPool(TestLog.buffered(domain, store));
        for (int i = 0; i < SHARDS; i++) {
            pool.send("shard-" + i, "first");
        }
        pool.log().flush();
        Map<String, Long> before = store.read(ShardsTables.ALL);

        // when
        pool.send("shard-0", "second");

        // then
        assertThat(!store.read(ShardsTables.ALL).equals(before)).isEqualTo(isRead);
    }
}
