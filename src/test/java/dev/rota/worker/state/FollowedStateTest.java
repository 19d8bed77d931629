package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Nullable;
import dev.rota.settings.Settings;
import dev.rota.stream.SharedCluster;
import dev.rota.worker.Blocks;
import dev.rota.worker.Ledger;
import dev.rota.worker.WorkerRefused;
import dev.rota.worker.execute.ScriptedPool;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker knows of its shards after a start, and after another. */
@Tag("broker")
class FollowedStateTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @Test
    void shouldGoOnFromItsFolder() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            // given
            pool.block("a", 1, Blocks.change("k", "1"), Blocks.change("l", "1"));
            pool.start(1, folder, new Ledger());
            pool.block("a", 1, Blocks.change("k", "2"), Blocks.change("l", null));
            pool.end();

            // when
            pool.block("b", 2, Blocks.change("k", "3"));
            Positions kept;
            try (ShardStates states = ShardStates.in(folder, Blocks.POOL)) {
                kept = states.positions();
            }
            try (ShardFollower follower = follower(pool, folder)) {
                follower.awaitCaughtUp();

                // then
                assertThat(follower.states().head("a").height()).isEqualTo(2);
                assertThat(get(follower.states(), "a", "k")).isEqualTo("2");
                assertThat(get(follower.states(), "a", "l")).isNull();
                assertThat(get(follower.states(), "b", "k")).isEqualTo("3");
                assertThat(follower.lag()).isZero();
            }
            assertThat(kept).isNotNull();
        }
    }

    @Test
    void shouldLookOnceAtTheLatestStates() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            pool.block("a", 1, Blocks.change("k", "1"));
            pool.block("a", 2, Blocks.change("k", "2"));
            Settings settings = pool.tenant().settings();

            try (ShardStates states = LatestStates.of(settings, pool.tenant().wire(), Blocks.POOL);
                    ShardStates others = LatestStates.of(settings, pool.tenant().wire(), "other")) {
                assertThat(states.head("a").height()).isEqualTo(2);
                assertThat(get(states, "a", "k")).isEqualTo("2");
                assertThat(others.shards()).isZero();
            }
        }
    }

    @Test
    void shouldRefuseAFolderThatIsOfAnotherTopic() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster);
                ScriptedPool other = new ScriptedPool(cluster)) {
            pool.block("a", 1, Blocks.change("k", "1"));
            try (ShardFollower follower = follower(pool, folder)) {
                follower.awaitCaughtUp();
            }

            assertThatThrownBy(() -> follower(other, folder))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith("remove the folder");
        }
    }

    private static ShardFollower follower(ScriptedPool pool, @Nullable Path folder) {
        return ShardFollower.start(pool.tenant().settings(), pool.tenant().wire(), Blocks.POOL, folder);
    }

    private static @Nullable String get(ShardStates states, String shard, String key) {
        byte[] value = states.get(shard, key.getBytes(UTF_8));
        return value == null ? null : new String(value, UTF_8);
    }
}
