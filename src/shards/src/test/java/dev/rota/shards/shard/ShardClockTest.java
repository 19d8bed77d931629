package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Tables;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.testing.TestLog;
import org.junit.jupiter.api.Test;

/** Tests the order in which cached shards are evicted. */
class ShardClockTest {

    private final ShardClock clock = new ShardClock();
    private final Tables tables = TestLog.warm(new ShardsDomain()).tables("default");

    @Test
    void shouldForgetShardsThatAreEvictedOtherwise() {
        for (int i = 0; i < 10_000; i++) {
            // when
            Shard shard = Shard.create("s" + i, tables);
            clock.add(shard);
            if (i % 100 != 0) {
                shard.evicted = true;
                clock.evicted();
            }
        }

        // then a hundred shards are left
        assertThat(clock.size()).isBetween(100, 200);
        for (int i = 0; i < 10_000; i += 100) {
            Shard next = clock.next();
            while (next.evicted) {
                next = clock.next();
            }
            assertThat(next.id).isEqualTo("s" + i);
        }
    }
}
