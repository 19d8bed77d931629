package dev.rota.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.worker.Blocks;
import dev.rota.worker.WorkerRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolSnapshotTest {

    private static final long MEMORY = ShardStates.MEMORY_BYTES;
    private static final Positions POSITIONS = new Positions("topic-id", new TreeMap<>(Map.of(0, 5L, 1, 70L)));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldHoldTheStates() {
        try (PoolSnapshot snapshot = snapshot(Blocks.POOL, "1")) {
            assertThat(snapshot.pool()).isEqualTo(Blocks.POOL);
            assertThat(snapshot.positions()).isEqualTo(POSITIONS);
            assertThat(snapshot.shards()).isEqualTo(2);
            try (ShardStates states = ShardStates.temporary(Blocks.POOL)) {
                states.load(snapshot);
                assertThat(states.positions()).isEqualTo(POSITIONS);
                assertThat(states.shards()).isEqualTo(2);
                assertThat(states.head("a")).isEqualTo(new Head(2, "a2", 9));
                assertThat(states.head("b")).isEqualTo(new Head(1, "b1", 4));
                assertThat(states.entries("a")).hasSize(2);
                assertThat(states.get("a", "k".getBytes(UTF_8))).isEqualTo("1".getBytes(UTF_8));
                assertThat(states.get("a", "empty".getBytes(UTF_8))).isEmpty();
            }
        }
    }

    @Test
    void shouldBeTheSameBytesForTheSameBlocks() throws IOException {
        String checksum;
        try (PoolSnapshot first = snapshot(Blocks.POOL, "1")) {
            checksum = first.checksum();
        }
        byte[] bytes = Files.readAllBytes(file());
        try (PoolSnapshot second = snapshot(Blocks.POOL, "1")) {
            assertThat(second.checksum()).isEqualTo(checksum);
            assertThat(second.bytes()).isEqualTo(bytes.length);
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
        snapshot(Blocks.POOL, "2").close();
        assertThat(Files.readAllBytes(file())).isNotEqualTo(bytes);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("no temporary file is left").containsExactly(file());
        }
    }

    /** Damage is a flipped bit or a truncation anywhere. */
    @Test
    void shouldNotBeReadIfDamaged() throws IOException {
        snapshot(Blocks.POOL, "1").close();
        byte[] whole = Files.readAllBytes(file());
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 1;
            Files.write(file(), flipped);
            assertRefused();
        }
        for (int i = 0; i < whole.length; i++) {
            Files.write(file(), Arrays.copyOf(whole, i));
            assertRefused();
        }
        Files.write(file(), whole);
        PoolSnapshot.open(folder).close();
    }

    private void assertRefused() {
        assertThatThrownBy(() -> PoolSnapshot.open(folder))
                .isInstanceOf(WorkerRefused.class)
                .hasMessageMatching("expected \\S+shards.snapshot to be (whole, but it is damaged: .*|a snapshot of"
                        + " shards, but it is none that this version can read)");
    }

    @Test
    void shouldNameWhatIsNotThere() {
        assertThatThrownBy(() -> PoolSnapshot.open(folder.resolve("nowhere")))
                .isInstanceOf(WorkerRefused.class)
                .hasMessageEndingWith(
                        "nowhere to hold a snapshot, but shards.snapshot cannot be opened (no such file or folder)");
    }

    @Test
    void shouldBeOfItsPoolAndTopicOnly() {
        try (PoolSnapshot snapshot = snapshot(Blocks.POOL, "1")) {
            snapshot.require(Blocks.POOL, "shards.blocks", "topic-id");
            assertThatThrownBy(() -> snapshot.require("other", "shards.blocks", "topic-id"))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageStartingWith("expected a snapshot of pool other, but ")
                    .hasMessageEndingWith(" is of pool p");
            assertThatThrownBy(() -> snapshot.require(Blocks.POOL, "shards.blocks", "another"))
                    .isInstanceOf(WorkerRefused.class)
                    .hasMessageEndingWith("is of a topic topic-id: take one of this cluster");
        }
        PoolSnapshot.requireOwn(folder, Blocks.POOL);
        assertThatThrownBy(() -> PoolSnapshot.requireOwn(folder, "other"))
                .isInstanceOf(WorkerRefused.class)
                .hasMessageEndingWith("but it holds that of pool p: name another folder");
    }

    /** A killed process may leave rows without positions. */
    @Test
    void shouldNotCountIfLoadedInPart() {
        Path own = folder.resolve("own");
        try (ShardStates states = ShardStates.in(own, Blocks.POOL, MEMORY)) {
            states.apply(Blocks.after(Head.NONE, "z", 1, Blocks.change("left", "over")));
            states.commit();
        }
        try (ShardStates states = ShardStates.in(own, Blocks.POOL, MEMORY);
                PoolSnapshot snapshot = snapshot(Blocks.POOL, "1")) {
            assertThat(states.shards()).isZero();
            states.load(snapshot);
        }
        try (ShardStates states = ShardStates.in(own, Blocks.POOL, MEMORY)) {
            assertThat(states.shards()).isEqualTo(2);
            assertThat(states.entries("z")).isEmpty();
            assertThat(states.positions()).isEqualTo(POSITIONS);
        }
    }

    private Path file() {
        return folder.resolve(PoolSnapshot.FILE);
    }

    /** Ten thousand positions do not fit into one buffer. */
    @Test
    void shouldHoldThePositionsOfManyPartitions() {
        TreeMap<Integer, Long> offsets = new TreeMap<>();
        for (int i = 0; i < 10_000; i++) {
            offsets.put(i, 1_000_000L + i);
        }
        Positions many = new Positions("topic-id", offsets);
        try (ShardStates states = ShardStates.temporary(Blocks.POOL);
                ShardStates others = ShardStates.temporary(Blocks.POOL)) {
            states.apply(Blocks.after(Head.NONE, "a", 3, Blocks.change("k", "v")));
            states.commit(many);
            try (PoolSnapshot snapshot = states.save(folder)) {
                assertThat(snapshot.positions()).isEqualTo(many);
                others.load(snapshot);
            }
            assertThat(others.entries("a")).hasSize(1);
        }
    }

    /** Returns a snapshot with two shards, whose order does not matter. */
    private PoolSnapshot snapshot(String pool, String value) {
        try (ShardStates states = ShardStates.temporary(pool)) {
            states.apply(Blocks.after(Head.NONE, "b", 4, Blocks.change("k", "of b")));
            states.apply(Blocks.after(Head.NONE, "a", 3, Blocks.change("k", "0"), Blocks.change("gone", "x")));
            states.commit();
            states.apply(Blocks.after(
                    states.head("a"),
                    "a",
                    9,
                    Blocks.change("k", value),
                    Blocks.change("gone", null),
                    Blocks.change("empty", "")));
            states.commit(POSITIONS);
            return states.save(folder);
        }
    }
}
