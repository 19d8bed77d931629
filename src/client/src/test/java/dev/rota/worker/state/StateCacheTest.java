package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StateCacheTest {

    private final Map<String, String> disk = new HashMap<>();
    private int reads;
    private Runnable whileReading = () -> {};

    private final EntryReader reader = (shard, key) -> {
        reads++;
        String value = disk.get(shard + "/" + new String(key, UTF_8));
        whileReading.run();
        return value == null ? null : value.getBytes(UTF_8);
    };

    @Test
    void shouldReadOnceWhatIsThereAndWhatIsNot() {
        StateCache cache = new StateCache(reader, 10_000);
        disk.put("a/k", "1");

        for (int i = 0; i < 3; i++) {
            assertThat(get(cache.opened("a"), "k")).isEqualTo("1");
            assertThat(get(cache.opened("a"), "none")).isNull();
        }
        assertThat(reads).isEqualTo(2);
    }

    /** An executor that has lost its turn continues to read while the shard's next block is committed. */
    @Test
    void shouldNotKeepWhatACommitHasOvertaken() {
        StateCache cache = new StateCache(reader, 10_000);
        disk.put("a/k", "old");
        CachedShard shard = cache.opened("a");
        whileReading = () -> {
            disk.put("a/k", "new");
            shard.committed(List.of(new EntryChange("k".getBytes(UTF_8), "new".getBytes(UTF_8))));
        };

        assertThat(get(shard, "k")).isEqualTo("old");
        assertThat(get(shard, "k")).isEqualTo("new");
        assertThat(get(cache.opened("a"), "k")).isEqualTo("new");
    }

    @Test
    void shouldDropTheShardThatWasExecutedLongestAgo() {
        StateCache cache = new StateCache(reader, 3_000);
        get(cache.opened("a"), "k".repeat(1_000));
        get(cache.opened("b"), "k");
        get(cache.opened("a"), "k");
        assertThat(cache.size()).isEqualTo(2);

        get(cache.opened("c"), "k".repeat(1_000));

        assertThat(cache.cached("b")).isNull();
        assertThat(cache.cached("a")).isNotNull();
        assertThat(cache.cached("c")).isNotNull();
    }

    @Test
    void shouldReadOnWhenAShardIsLargerThanTheCache() {
        StateCache cache = new StateCache(reader, 1_000);
        CachedShard shard = cache.opened("a");
        for (int i = 0; i < 100; i++) {
            disk.put("a/" + i, "v" + i);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(get(shard, "" + i)).isEqualTo("v" + i);
            assertThat(cache.bytes()).isLessThanOrEqualTo(1_000);
        }
    }

    /** Compares reads with the disk, after reads and commits in random order through old and new views. */
    @Test
    void shouldAnswerAsTheDiskDoes() {
        Random random = new Random(7);
        StateCache cache = new StateCache(reader, 5_000);
        Map<String, CachedShard> views = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String name = "s" + random.nextInt(20);
            String key = "k" + random.nextInt(15);
            switch (random.nextInt(4)) {
                case 0 -> {
                    String value = random.nextInt(3) == 0 ? null : "v".repeat(random.nextInt(40));
                    if (value == null) {
                        disk.remove(name + "/" + key);
                    } else {
                        disk.put(name + "/" + key, value);
                    }
                    CachedShard cached = cache.cached(name);
                    if (cached != null) {
                        cached.committed(List.of(
                                new EntryChange(key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8))));
                    }
                }
                case 1 -> views.put(name, cache.opened(name));
                default -> {
                    CachedShard view = views.computeIfAbsent(name, cache::opened);
                    assertThat(get(view, key)).isEqualTo(disk.get(name + "/" + key));
                }
            }
            assertThat(cache.bytes()).isBetween(0L, 5_000L);
        }
        assertThat(reads).isLessThan(15_000);
    }

    private static @Nullable String get(CachedShard shard, String key) {
        byte[] value = shard.get(key.getBytes(UTF_8));
        return value == null ? null : new String(value, UTF_8);
    }
}
