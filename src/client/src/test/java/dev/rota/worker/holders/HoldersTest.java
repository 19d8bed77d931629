package dev.rota.worker.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchReceipts;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random decisions and heartbeats are counted as by a model that searches all of them for each answer. */
class HoldersTest {

    private static final String SELF = "w0";
    private static final List<ShardCause> REPORTED = List.of(
            ShardCause.DRAINED,
            ShardCause.QUANTUM,
            ShardCause.RETRY,
            ShardCause.BATCH_FAILED,
            ShardCause.REPORT_INVALID);

    /** A record as it was read, with its time: a {@link ShardState}, a {@link WorkerChange}, or the name of a worker that was heard. */
    private record Fact(Object value, long time) {}

    private final Holders holders = new Holders(SELF);
    private final List<Fact> facts = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldCountAsTheModelDoes(long seed) {
        Dice dice = new Dice(seed);
        long time = 0;
        for (int i = 0; i < 3_000; i++) {
            time += dice.below(2_000);
            read(fact(dice), time);
            assertThat(holders.silent(time)).as("after %s", facts.get(i)).isEqualTo(model(time));
        }
        assertThat(facts).hasSize(3_000);
    }

    @Test
    void shouldTakeBatchesAndReceiptsForStatesWhereThereAreNone() {
        // given a worker with two shards, in records without states
        holders.changed(change("w1", WorkerChangeKind.READY, 9_000), 0);
        holders.assigned(batch("s1", 1));
        holders.assigned(batch("s2", 2));

        // when it reports a part of one batch and goes on, and the other as a whole
        holders.executed(new ReceiptsCommitted("p", "w1", List.of(receipts("s1", 1, true))), 100);
        assertThat(holders.silent(10_000)).containsExactly(new SilentHolder("w1", 2, 9_900, 9_000));
        holders.executed(new ReceiptsCommitted("p", "w1", List.of(receipts("s2", 2, false))), 200);

        // then
        assertThat(holders.silent(10_000)).containsExactly(new SilentHolder("w1", 1, 9_800, 9_000));
        holders.executed(new ReceiptsCommitted("p", "w1", List.of(receipts("s1", 1, false))), 300);
        assertThat(holders.silent(10_000)).isEmpty();
    }

    private static Batch batch(String shard, long token) {
        return Batch.newBuilder()
                .setPool("p")
                .setWorker("w1")
                .setShard(shard)
                .setToken(token)
                .setBatch(1)
                .setQuantumMs(100L)
                .setParentHeight(0L)
                .setTransactions(List.of())
                .build();
    }

    private static BatchReceipts receipts(String shard, long token, boolean continues) {
        return BatchReceipts.newBuilder()
                .setShard(shard)
                .setToken(token)
                .setReceipts(List.of())
                .setContinues(continues)
                .build();
    }

    private static Object fact(Dice dice) {
        String worker = "w" + dice.below(5);
        String shard = "s" + dice.below(8);
        return switch (dice.below(6)) {
            case 0, 1 -> running(shard, worker);
            case 2, 3 -> ended(shard, dice.of(ShardCause.values()));
            case 4 -> change(worker, dice.of(WorkerChangeKind.values()), 3_000L * (1 + dice.below(10)));
            default -> worker;
        };
    }

    private void read(Object value, long time) {
        facts.add(new Fact(value, time));
        if (value instanceof ShardState state) {
            holders.changed(state, time);
        } else if (value instanceof WorkerChange change) {
            holders.changed(change, time);
        } else {
            holders.heard((String) value, time);
        }
    }

    private List<SilentHolder> model(long now) {
        List<SilentHolder> silent = new ArrayList<>();
        for (int w = 1; w < 5; w++) {
            String worker = "w" + w;
            int shards = (int) shards().stream()
                    .filter(shard -> worker.equals(holder(shard, facts.size())))
                    .count();
            WorkerChange standing = standing(worker);
            if (shards > 0 && standing != null) {
                long silence = now - heard(worker);
                if (silence > 6_000 || 3 * silence > standing.getTimeoutMs()) {
                    silent.add(new SilentHolder(worker, shards, silence, standing.getTimeoutMs()));
                }
            }
        }
        silent.sort(Comparator.comparingInt((SilentHolder holder) -> -holder.shards())
                .thenComparing(SilentHolder::worker));
        return silent;
    }

    private static List<String> shards() {
        return List.of("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7");
    }

    /** Returns the worker that held a shard after a number of facts. */
    private @Nullable String holder(String shard, int count) {
        for (int i = count - 1; i >= 0; i--) {
            if (facts.get(i).value() instanceof ShardState state
                    && state.getShard().equals(shard)) {
                return state.getWorker();
            }
        }
        return null;
    }

    /** Returns the latest change that said whether a worker is in the pool; null if it is not. */
    private @Nullable WorkerChange standing(String worker) {
        for (int i = facts.size() - 1; i >= 0; i--) {
            if (facts.get(i).value() instanceof WorkerChange change
                    && change.getWorker().equals(worker)) {
                switch (change.getKind()) {
                    case READY, DRAINING -> {
                        return change;
                    }
                    case LOST, LEFT -> {
                        return null;
                    }
                    default -> {
                        // goes on searching
                    }
                }
            }
        }
        return null;
    }

    private long heard(String worker) {
        for (int i = facts.size() - 1; i >= 0; i--) {
            Object value = facts.get(i).value();
            boolean said = worker.equals(value)
                    || (value instanceof WorkerChange change
                            && change.getWorker().equals(worker)
                            && List.of(WorkerChangeKind.READY, WorkerChangeKind.DRAINING)
                                    .contains(change.getKind()))
                    || (value instanceof ShardState state
                            && REPORTED.contains(state.getCause())
                            && state.getWorker() == null
                            && worker.equals(holder(state.getShard(), i)));
            if (said) {
                return facts.get(i).time();
            }
        }
        throw new AssertionError("expected a registered worker, but it is " + worker);
    }

    @Test
    void shouldCountSilenceFromTheFirstRecordThatIsRead() {
        read(change("w1", WorkerChangeKind.READY, 30_000), 0);
        read(running("a", "w1"), 0);

        holders.unknownBefore(50_000, worker -> worker.equals("w1"));

        assertThat(holders.silent(58_000)).containsExactly(new SilentHolder("w1", 1, 8_000, 30_000));
    }

    @Test
    void shouldKeepALimitedNumber() {
        for (int i = 0; i <= Holders.WORKERS_MAX; i++) {
            holders.changed(change("w" + i, WorkerChangeKind.READY, 30_000), 0);
        }
        for (int i = 0; i <= Holders.SHARDS_MAX; i++) {
            holders.changed(running("s" + i, i == 0 ? "w" + Holders.WORKERS_MAX : "w1"), 0);
        }

        assertThat(holders.silent(10_000))
                .containsExactly(new SilentHolder("w1", Holders.SHARDS_MAX - 1, 10_000, 30_000));
    }

    @Test
    void shouldStateWhoHoldsKeysAndUntilWhen() {
        assertThat(SilentHolder.line(List.of(new SilentHolder("w1", 2, 8_400, 30_000))))
                .isEqualTo("2 keys are held by w1, silent for 8 s, lost in 22 s");
        assertThat(SilentHolder.line(List.of(
                        new SilentHolder("a", 1, 31_000, 30_000),
                        new SilentHolder("b", 1, 36_000, 30_000),
                        new SilentHolder("c", 1, 7_000, 30_000),
                        new SilentHolder("d", 1, 7_000, 30_000))))
                .isEqualTo("1 key is held by a, silent for 31 s, lost in 0 s;"
                        + " 1 key is held by b, silent for 36 s, lost after 30 s of silence while brokers and schedulers respond;"
                        + " 1 key is held by c, silent for 7 s, lost in 23 s; and more by 1 other worker");
    }

    @Test
    void shouldRepeatALineNowAndThen() {
        HolderLines lines = new HolderLines();
        List<SilentHolder> one = List.of(new SilentHolder("w1", 2, 8_000, 30_000));
        List<SilentHolder> two = List.of(one.get(0), new SilentHolder("w2", 1, 8_000, 30_000));

        assertThat(lines.next(List.of(), 0)).isNull();
        assertThat(lines.next(one, 1)).isNotNull();
        assertThat(lines.next(one, HolderLines.REPEAT_NS)).isNull();
        assertThat(lines.next(one, HolderLines.REPEAT_NS + 1)).isNotNull();
        assertThat(lines.next(two, HolderLines.REPEAT_NS + 2)).contains("w2");
        assertThat(lines.next(one, HolderLines.REPEAT_NS + 3)).isNull();
        assertThat(lines.next(List.of(), HolderLines.REPEAT_NS + 4)).isNull();
        assertThat(lines.next(one, HolderLines.REPEAT_NS + 5)).isNotNull();
    }

    static ShardState running(String shard, String worker) {
        return ShardState.newBuilder()
                .setPool("p")
                .setShard(shard)
                .setState(ShardStatus.RUNNING)
                .setCause(ShardCause.DISPATCHED)
                .setWorker(worker)
                .setToken(1L)
                .setPending(1L)
                .setWaitedMs(0L)
                .build();
    }

    private static ShardState ended(String shard, ShardCause cause) {
        return ShardState.newBuilder()
                .setPool("p")
                .setShard(shard)
                .setState(ShardStatus.PENDING)
                .setCause(cause)
                .setPending(1L)
                .setWaitedMs(0L)
                .build();
    }

    static WorkerChange change(String worker, WorkerChangeKind kind, long timeoutMs) {
        return WorkerChange.newBuilder()
                .setPool("p")
                .setWorker(worker)
                .setKind(kind)
                .setIncarnation("")
                .setSlots(1)
                .setTimeoutMs(timeoutMs)
                .setReason("")
                .build();
    }
}
