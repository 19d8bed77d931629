package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Nullable;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.worker.Blocks;
import dev.rota.worker.ParentState;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardStatesTest {

    private static final List<String> SHARDS = List.of("a", "b", "ab");
    private static final long MEMORY = ShardStates.MEMORY_BYTES;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /**
     * Three states must have the same contents: one with a large cache, one with a small one, and one in a folder that
     * is reopened.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKnowTheSameInMemoryAndOnDisk(long seed) {
        Random random = new Random(seed);
        Map<String, SortedMap<String, String>> model = new HashMap<>();
        Map<String, Head> heads = new HashMap<>();
        ShardStates kept = ShardStates.in(folder, Blocks.POOL, 2_000);
        try (ShardStates large = ShardStates.temporary(Blocks.POOL);
                ShardStates small = ShardStates.temporary(Blocks.POOL, 5_000)) {
            for (long round = 1; round <= 60; round++) {
                for (ShardBlock block : randomBlocks(random, model, heads)) {
                    assertThat(large.apply(block)).isTrue();
                    assertThat(small.apply(block)).isTrue();
                    assertThat(kept.apply(block)).isTrue();
                }
                Positions positions = positions(round);
                large.commit(positions);
                small.commit(positions);
                kept.commit(positions);
                if (random.nextInt(10) == 0) {
                    kept.close();
                    kept = ShardStates.in(folder, Blocks.POOL, 2_000);
                    assertThat(kept.positions()).isEqualTo(positions);
                }
                for (String shard : SHARDS) {
                    assertHolds(large, shard, model, heads);
                    assertHolds(small, shard, model, heads);
                    assertHolds(kept, shard, model, heads);
                }
            }
            assertThat(large.cachedBytes()).isGreaterThan(2_500);
            assertThat(small.cachedBytes()).isLessThanOrEqualTo(2_500);
        } finally {
            kept.close();
        }
    }

    private static List<ShardBlock> randomBlocks(
            Random random, Map<String, SortedMap<String, String>> model, Map<String, Head> heads) {
        List<ShardBlock> blocks = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String shard = SHARDS.get(random.nextInt(SHARDS.size()));
            Map<String, String> changed = new TreeMap<>();
            List<StateChange> changes = new ArrayList<>();
            for (int j = random.nextInt(6); j > 0; j--) {
                String key = "k" + random.nextInt(40);
                if (changed.put(key, "") == null) {
                    String value = random.nextInt(3) == 0 ? null : "v".repeat(random.nextInt(5));
                    changes.add(Blocks.change(key, value));
                    SortedMap<String, String> entries = model.computeIfAbsent(shard, name -> new TreeMap<>());
                    if (value == null) {
                        entries.remove(key);
                    } else {
                        entries.put(key, value);
                    }
                }
            }
            ShardBlock block = Blocks.after(
                    heads.getOrDefault(shard, Head.NONE),
                    shard,
                    random.nextInt(9),
                    changes.toArray(new StateChange[0]));
            heads.put(shard, Blocks.head(block));
            blocks.add(block);
        }
        return blocks;
    }

    private static void assertHolds(
            ShardStates states, String shard, Map<String, SortedMap<String, String>> model, Map<String, Head> heads) {
        SortedMap<String, String> expected = model.getOrDefault(shard, new TreeMap<>());
        Map<String, String> entries = new TreeMap<>();
        states.entries(shard).forEach((key, value) -> entries.put(new String(key, UTF_8), new String(value, UTF_8)));
        assertThat(entries).isEqualTo(expected);
        assertThat(states.head(shard)).isEqualTo(heads.getOrDefault(shard, Head.NONE));
        ParentState view = states.view(shard);
        for (int i = 0; i < 40; i++) {
            byte[] key = ("k" + i).getBytes(UTF_8);
            assertThat(text(states.get(shard, key))).isEqualTo(expected.get("k" + i));
            assertThat(text(view.get(key))).as("cached").isEqualTo(expected.get("k" + i));
        }
    }

    private static @Nullable String text(@Nullable byte[] value) {
        return value == null ? null : new String(value, UTF_8);
    }

    @Test
    void shouldHaveInMemoryOnlyWhatIsExecuted() {
        try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
            for (int i = 0; i < 1_000; i++) {
                states.apply(Blocks.after(Head.NONE, "s" + i, i, Blocks.change("k", "v")));
            }
            states.commit();
            assertThat(states.shards()).isEqualTo(1_000);
            assertThat(states.cachedShards()).isZero();

            assertThat(text(states.view("s7").get("k".getBytes(UTF_8)))).isEqualTo("v");
            long executed = states.cachedBytes();
            states.apply(Blocks.after(states.head("s8"), "s8", 1_001, Blocks.change("k", "of another worker")));
            states.commit();
            assertThat(states.cachedShards()).isEqualTo(1);
            assertThat(states.cachedBytes()).isEqualTo(executed);

            states.apply(Blocks.after(states.head("s7"), "s7", 1_002, Blocks.change("k", "w")));
            states.commit();
            assertThat(text(states.view("s7").get("k".getBytes(UTF_8)))).isEqualTo("w");
            assertThat(states.cachedBytes()).isEqualTo(executed);
        }
    }

    /** A batch becomes ready when its shard has the parent's head, and is executed on another thread. */
    @Test
    void shouldNotShowAHeadBeforeItsEntries() throws Exception {
        int blocks = 20_000;
        byte[] key = "k".getBytes(UTF_8);
        try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
            FutureTask<String> executor = new FutureTask<>(() -> {
                for (long height = 0; height < blocks; ) {
                    height = states.head("a").height();
                    String value = text(states.view("a", height).get(key));
                    // The entry may be of a later block, which an executor that holds the shard's turn would not see.
                    if (height > 0 && (value == null || Long.parseLong(value) < height)) {
                        return "at height " + height + " the entry is of block " + value;
                    }
                }
                return "right";
            });
            Thread thread = new Thread(executor);
            thread.start();
            Head head = Head.NONE;
            for (int i = 1; i <= blocks; i++) {
                ShardBlock block = Blocks.after(head, "a", 1, Blocks.change("k", "" + i));
                states.apply(block);
                states.commit();
                head = Blocks.head(block);
            }
            assertThat(executor.get(1, TimeUnit.MINUTES)).isEqualTo("right");
        }
    }

    @Test
    void shouldIgnoreWhatItKnows() {
        try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
            ShardBlock first = Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v"));
            assertThat(states.apply(first)).isTrue();
            assertThat(states.apply(first)).isFalse();
            states.commit();
            assertThat(states.apply(first)).isFalse();
            assertThat(states.head("a")).isEqualTo(Blocks.head(first));
        }
    }

    @Test
    void shouldNameAGapAndAForeignParent() {
        try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
            assertThatThrownBy(() -> states.apply(Blocks.after(new Head(1, "x", 1), "a", 2)))
                    .isInstanceOf(BrokenHistory.class)
                    .hasMessage("expected block 1 of shard a of pool p, but it is block 2");
            assertThatThrownBy(() -> states.apply(Blocks.after(new Head(0, "x", 1), "a", 2)))
                    .isInstanceOf(BrokenHistory.class)
                    .hasMessageContaining("to follow 0000");
        }
    }

    @Test
    void shouldKeepNothingThatHasNoPosition() {
        try (ShardStates states = ShardStates.in(folder, Blocks.POOL, MEMORY)) {
            states.apply(Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v")));
        }
        try (ShardStates states = ShardStates.in(folder, Blocks.POOL, MEMORY)) {
            assertThat(states.head("a")).isEqualTo(Head.NONE);
            assertThat(states.entries("a")).isEmpty();
            assertThat(states.positions()).isNull();
        }
    }

    @Test
    void shouldNotTakeAnotherPoolsFolderOrOneInUse() {
        try (ShardStates states = ShardStates.in(folder, "other", MEMORY)) {
            assertThat(states.shards()).isZero();
            assertThatThrownBy(() -> ShardStates.in(folder, "other", MEMORY)).isInstanceOf(WorkerRefused.class);
        }
        assertThatThrownBy(() -> ShardStates.in(folder, Blocks.POOL, MEMORY))
                .isInstanceOf(WorkerRefused.class)
                .hasMessageContaining("it holds that of pool other");
    }

    /** The folders that a killed process left are not in use. A folder that another process has open is. */
    @Test
    void shouldDeleteTheTemporaryFoldersOfOthersThatAreGone() throws IOException {
        Path left = Files.createTempDirectory("rota-temporary-shards-");
        ShardStates.in(left, Blocks.POOL, MEMORY).close();
        assertThat(left).isNotEmptyDirectory();
        try (ShardStates open = ShardStates.temporary(Blocks.POOL);
                ShardStates another = ShardStates.temporary(Blocks.POOL)) {
            assertThat(left).doesNotExist();
            open.apply(Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v")));
            open.commit();
            assertThat(open.entries("a")).hasSize(1);
            assertThat(another.shards()).isZero();
        }
    }

    /** In a folder that other users share, a link with such a name may lead anywhere. */
    @Test
    void shouldNotFollowALinkInTheTemporaryFolder(@TempDir Path elsewhere) throws IOException {
        ShardStates.in(elsewhere, Blocks.POOL, MEMORY).close();
        Path link = Path.of(System.getProperty("java.io.tmpdir")).resolve("rota-temporary-shards-" + System.nanoTime());
        Files.createSymbolicLink(link, elsewhere);
        try {
            ShardStates.temporary(Blocks.POOL).close();

            assertThat(elsewhere).isNotEmptyDirectory();
        } finally {
            Files.delete(link);
        }
    }

    /** A user may keep a state in the temporary folder, with a name of their choice. */
    @Test
    void shouldNotDeleteAStateThatIsKeptInTheTemporaryFolder() throws IOException {
        for (String prefix : List.of("rota-shards", "rota-shards-mine", "rota-temporary-shards-mine")) {
            Path kept = Files.createTempDirectory(prefix);
            try {
                try (ShardStates states = ShardStates.in(kept, Blocks.POOL, MEMORY)) {
                    states.apply(Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v")));
                    states.commit(positions(1));
                }

                ShardStates.temporary(Blocks.POOL).close();

                try (ShardStates states = ShardStates.in(kept, Blocks.POOL, MEMORY)) {
                    assertThat(states.shards()).as(prefix).isEqualTo(1);
                }
            } finally {
                NativeRows.destroy(kept);
            }
        }
    }

    @Test
    void shouldNotFailTheProcessWhenReadAfterItsEnd() {
        ShardStates states = ShardStates.in(folder, Blocks.POOL, MEMORY);
        states.close();

        assertThatThrownBy(() -> states.get("a", new byte[] {1})).hasMessage("the worker's state is closed");
    }

    private static Positions positions(long offset) {
        return new Positions("id", new TreeMap<>(Map.of(0, offset, 1, offset * 2)));
    }
}
