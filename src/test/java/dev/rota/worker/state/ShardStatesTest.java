package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.shards.ShardBlock;
import dev.rota.shards.StateChange;
import dev.rota.worker.Blocks;
import dev.rota.worker.WorkerRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardStatesTest {

    private static final List<String> SHARDS = List.of("a", "b", "ab");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Three that have the same to say: in memory, spilt to disk on the way, and in a folder that is opened again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKnowTheSameInMemoryAndOnDisk(long seed) {
        Random random = new Random(seed);
        Map<String, SortedMap<String, String>> model = new HashMap<>();
        Map<String, Head> heads = new HashMap<>();
        ShardStates kept = ShardStates.small(Blocks.POOL, 2_000, folder);
        try (ShardStates memory = ShardStates.temporary(Blocks.POOL);
                ShardStates spilt = ShardStates.small(Blocks.POOL, 5_000, null)) {
            for (long round = 1; round <= 60; round++) {
                for (ShardBlock block : randomBlocks(random, model, heads)) {
                    assertThat(memory.apply(block)).isTrue();
                    assertThat(spilt.apply(block)).isTrue();
                    assertThat(kept.apply(block)).isTrue();
                }
                Positions positions = positions(round);
                memory.commit(positions);
                spilt.commit(positions);
                kept.commit(positions);
                if (random.nextInt(10) == 0) {
                    kept.close();
                    kept = ShardStates.small(Blocks.POOL, 2_000, folder);
                    assertThat(kept.positions()).isEqualTo(positions);
                }
                for (String shard : SHARDS) {
                    assertHolds(memory, shard, model, heads);
                    assertHolds(spilt, shard, model, heads);
                    assertHolds(kept, shard, model, heads);
                }
            }
            assertThat(memory.onDisk()).isFalse();
            assertThat(spilt.onDisk()).isTrue();
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
        for (int i = 0; i < 40; i++) {
            byte[] value = states.get(shard, ("k" + i).getBytes(UTF_8));
            assertThat(value == null ? null : new String(value, UTF_8)).isEqualTo(expected.get("k" + i));
        }
    }

    @Test
    void shouldIgnoreWhatItKnows() {
        try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
            ShardBlock first = Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v"));
            assertThat(states.apply(first)).isTrue();
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
        try (ShardStates states = ShardStates.in(folder, Blocks.POOL)) {
            states.apply(Blocks.after(Head.NONE, "a", 1, Blocks.change("k", "v")));
        }
        try (ShardStates states = ShardStates.in(folder, Blocks.POOL)) {
            assertThat(states.head("a")).isEqualTo(Head.NONE);
            assertThat(states.entries("a")).isEmpty();
            assertThat(states.positions()).isNull();
        }
    }

    @Test
    void shouldNotTakeAnotherPoolsFolderOrOneInUse() {
        try (ShardStates states = ShardStates.in(folder, "other")) {
            assertThat(states.shards()).isZero();
            assertThatThrownBy(() -> ShardStates.in(folder, "other")).isInstanceOf(WorkerRefused.class);
        }
        assertThatThrownBy(() -> ShardStates.in(folder, Blocks.POOL))
                .isInstanceOf(WorkerRefused.class)
                .hasMessageContaining("it holds that of pool other");
    }

    @Test
    void shouldNotFailTheProcessWhenReadAfterItsEnd() {
        ShardStates states = ShardStates.in(folder, Blocks.POOL);
        states.close();

        assertThatThrownBy(() -> states.get("a", new byte[] {1})).hasMessage("the worker's state is closed");
    }

    private static Positions positions(long offset) {
        return new Positions("id", new TreeMap<>(Map.of(0, offset, 1, offset * 2)));
    }
}
