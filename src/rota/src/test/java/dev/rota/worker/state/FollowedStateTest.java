package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Settings;
import dev.rota.shards.ShardsTopics;
import dev.rota.stream.SharedCluster;
import dev.rota.trials.Full;
import dev.rota.worker.Blocks;
import dev.rota.worker.CountingWire;
import dev.rota.worker.Ledger;
import dev.rota.worker.WorkerRefused;
import dev.rota.worker.execute.ScriptedPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which blocks a worker has read after a start, and after a restart. */
@Tag("broker")
@Full
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
    void shouldResumeFromItsFolder() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            // given
            pool.block("a", 1, Blocks.change("k", "1"), Blocks.change("l", "1"));
            pool.start(1, folder, new Ledger());
            pool.block("a", 1, Blocks.change("k", "2"), Blocks.change("l", null));
            pool.end();

            // when
            pool.block("b", 2, Blocks.change("k", "3"));
            Positions kept;
            try (ShardStates states = ShardStates.in(folder, Blocks.POOL, ShardStates.MEMORY_BYTES)) {
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
                    .hasMessageEndingWith(": remove it");
        }
    }

    @Test
    void shouldDecodeItsOwnPoolsBlocksOnly() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            for (String shard : List.of("a", "b", "c", "d")) {
                pool.block(shard, 1, Blocks.change("k", "own"));
                for (String other : List.of("q", "r", "s")) {
                    pool.publish(Blocks.after(Head.NONE, other, shard, 1, Blocks.change("k", "other")));
                }
            }
            CountingWire wire = new CountingWire(pool.tenant().wire());
            try (ShardFollower follower = ShardFollower.start(pool.tenant().settings(), wire, Blocks.POOL, null)) {
                follower.awaitCaughtUp();

                assertThat(wire.reads()).isEqualTo(4);
                assertThat(follower.states().shards()).isEqualTo(4);
                assertThat(get(follower.states(), "a", "k")).isEqualTo("own");
                assertThat(follower.lag()).isZero();
            }
        }
    }

    /**
     * A worker that starts from a snapshot has the same state as one that has read all blocks, and follows new ones.
     */
    @Test
    void shouldStartFromASnapshot() throws Exception {
        Path snapshot = folder.resolve("snapshot");
        Path later = folder.resolve("later");
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            for (int i = 1; i <= 50; i++) {
                pool.block("s" + i % 7, i, Blocks.change("k" + i % 3, "v" + i), Blocks.change("l", null));
            }
            Settings settings = pool.tenant().settings();
            CountingWire wire = new CountingWire(pool.tenant().wire());
            SnapshotRun.take(settings, wire, Blocks.POOL, null, snapshot).close();
            byte[] bytes = Files.readAllBytes(snapshot.resolve(PoolSnapshot.FILE));
            SnapshotRun.take(settings, wire, Blocks.POOL, null, snapshot).close();
            assertThat(Files.readAllBytes(snapshot.resolve(PoolSnapshot.FILE))).isEqualTo(bytes);
            assertThat(wire.reads()).isEqualTo(100);

            pool.block("s3", 51, Blocks.change("k0", "after"));
            pool.block("new", 52, Blocks.change("k", "after"));
            try (ShardFollower first = ShardFollower.start(settings, wire, Blocks.POOL, null, snapshot);
                    ShardFollower second =
                            ShardFollower.start(settings, wire, Blocks.POOL, folder.resolve("own"), snapshot);
                    ShardStates all = LatestStates.of(settings, pool.tenant().wire(), Blocks.POOL)) {
                first.awaitCaughtUp();
                second.awaitCaughtUp();
                assertThat(wire.reads()).isEqualTo(104);
                assertSame(first.states(), all);
                assertSame(second.states(), all);
            }
            // It also starts from the folder that it wrote, even if the snapshot is damaged by then.
            Files.write(snapshot.resolve(PoolSnapshot.FILE), new byte[3]);
            try (ShardFollower again =
                    ShardFollower.start(settings, wire, Blocks.POOL, folder.resolve("own"), snapshot)) {
                again.awaitCaughtUp();
                assertThat(wire.reads()).isEqualTo(104);
                assertThat(again.states().head("new").height()).isEqualTo(1);
            }
            // A snapshot that continues from another equals one that was taken from the beginning.
            Files.write(snapshot.resolve(PoolSnapshot.FILE), bytes);
            SnapshotRun.take(settings, wire, Blocks.POOL, snapshot, later).close();
            assertThat(wire.reads()).isEqualTo(106);
            byte[] continued = Files.readAllBytes(later.resolve(PoolSnapshot.FILE));
            SnapshotRun.take(settings, wire, Blocks.POOL, null, later).close();
            assertThat(Files.readAllBytes(later.resolve(PoolSnapshot.FILE))).isEqualTo(continued);
        }
    }

    private static void assertSame(ShardStates states, ShardStates all) {
        assertThat(states.shards()).isEqualTo(all.shards()).isEqualTo(8);
        for (String shard : List.of("s0", "s1", "s2", "s3", "s4", "s5", "s6", "new")) {
            assertThat(states.head(shard)).isEqualTo(all.head(shard));
            assertThat(new ArrayList<>(states.entries(shard).keySet()))
                    .usingElementComparator(Arrays::compare)
                    .isEqualTo(new ArrayList<>(all.entries(shard).keySet()));
            assertThat(new ArrayList<>(states.entries(shard).values()))
                    .usingElementComparator(Arrays::compare)
                    .isEqualTo(new ArrayList<>(all.entries(shard).values()));
        }
    }

    @Test
    void shouldRefuseASnapshotOfAnotherPoolOrCluster() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster);
                ScriptedPool other = new ScriptedPool(cluster)) {
            pool.block("a", 1, Blocks.change("k", "1"));
            other.block("a", 1, Blocks.change("k", "1"));
            SnapshotRun.take(pool.tenant().settings(), pool.tenant().wire(), Blocks.POOL, null, folder)
                    .close();

            assertThatThrownBy(() -> ShardFollower.start(
                            other.tenant().settings(), other.tenant().wire(), Blocks.POOL, null, folder))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith(": take one of this cluster");
            assertThatThrownBy(() -> ShardFollower.start(
                            pool.tenant().settings(), pool.tenant().wire(), "q", null, folder))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith("is of pool p");
        }
    }

    /** The deleted blocks can only come from a snapshot. */
    @Test
    void shouldNeedASnapshotWhereBlocksAreDeleted() throws Exception {
        try (ScriptedPool pool = new ScriptedPool(cluster)) {
            pool.block("a", 1, Blocks.change("k", "1"));
            Settings settings = pool.tenant().settings();
            SnapshotRun.take(settings, pool.tenant().wire(), Blocks.POOL, null, folder)
                    .close();
            pool.block("a", 2, Blocks.change("k", "2"));
            delete(pool, 1);
            try (ShardFollower follower =
                    ShardFollower.start(settings, pool.tenant().wire(), Blocks.POOL, null, folder)) {
                follower.awaitCaughtUp();
                assertThat(get(follower.states(), "a", "k")).isEqualTo("2");
            }
            assertThatThrownBy(() -> follower(pool, null))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith("on, but the earliest kept is at 1: start from a later snapshot");
            delete(pool, 2);
            assertThatThrownBy(() -> ShardFollower.start(settings, pool.tenant().wire(), Blocks.POOL, null, folder))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith(
                            "on, but the earliest kept is at 2: start from a later snapshot, without " + folder);
        }
    }

    private static void delete(ScriptedPool pool, long before) {
        String topic = pool.tenant().names().topic(ShardsTopics.BLOCKS.topic());
        Topics.ends(pool.tenant().admin(), topic).forEach((partition, end) -> {
            if (end > 0) {
                AdminAnswers.get(pool.tenant()
                        .admin()
                        .deleteRecords(
                                Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(before)))
                        .all());
            }
        });
    }

    private static ShardFollower follower(ScriptedPool pool, @Nullable Path folder) {
        return ShardFollower.start(pool.tenant().settings(), pool.tenant().wire(), Blocks.POOL, folder);
    }

    private static @Nullable String get(ShardStates states, String shard, String key) {
        byte[] value = states.get(shard, key.getBytes(UTF_8));
        return value == null ? null : new String(value, UTF_8);
    }
}
