package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.Segment;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.WorkerGone;
import dev.rota.chunks.WorkerState;
import dev.rota.engine.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests cases of a network's rules that random histories seldom reach. */
class RareCasesTest {

    private final ChunksLog unit = ChunksLog.warm();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNeverReuseANumber(boolean cold) {
        // given
        ChunksLog numbered = ChunksLog.of(cold);
        numbered.list("a", 10, 1, 2, 3);
        assertThat(numbered.remove("a", 3, 1)).containsExactly("a from 3: 0 listed, removed [0, 2]");
        assertThat(numbered.remove("a", 2)).containsExactly("a from 3: 0 listed, removed [1]");

        // then
        assertThat(numbered.list("a", 10, 3, 2)).containsExactly("a from 3: 2 listed, removed []");
        numbered.ping("w", null, 100L);
        assertThat(ChunksLog.said(numbered.epoch())).containsExactly("w OK: 3 4", "epoch 1 PUBLISHED at 1005");
    }

    @Test
    void shouldKeepADatasetThatNoPlacementServesAndPlaceTheOthers() {
        // given
        unit.list("a", 10, 1);
        unit.list("b", 10, 1);
        unit.ping("v", "1.0.0", 100L);
        unit.ping("w", "2.0.0", 100L);
        unit.epoch();

        // when one dataset needs a version, and one worker too few has it
        unit.policy(policy -> policy.setMinReplication(2)
                .setDatasets(List.of(
                        new DatasetPolicy("a", List.of(new Segment(0L, 1, "2.0.0"))),
                        new DatasetPolicy("b", List.of()))));
        unit.list("a", 10, 2);
        unit.list("b", 10, 2);
        List<Decision> decided = unit.epoch();

        // then
        assertThat(ChunksLog.said(decided)).containsExactly("v OK: 0 1 3", "w OK: 0 1 3", "epoch 2 PUBLISHED at 1008");
        assertThat(last(decided).getUnplaceable())
                .containsExactly(new UnplaceableDataset(
                        "a",
                        "expected 2 workers with version 2.0.0, one for each replica, but of 2 that count only 1 has"
                                + " it: w; the others have 1.0.0 (1)",
                        2L,
                        1L));
        assertThat(last(decided).getChunks()).isEqualTo(3);
        assertThat(last(decided).getUnplaced()).isEqualTo(1);

        // and when it can be placed again, it is
        unit.ping("v", "2.0.0", 100L);
        assertThat(ChunksLog.said(unit.epoch())).contains("v OK: 0 1 2 3", "w OK: 0 1 2 3");
    }

    @Test
    void shouldLeaveOutADatasetWithAChunkAboveEveryCapacity() {
        // given
        unit.list("a", 101, 1);
        unit.list("b", 10, 1);
        unit.ping("v", null, 100L);
        unit.ping("w", null, 100L);

        // then
        Epoch epoch = last(unit.epoch());
        assertThat(epoch.getStatus()).isEqualTo(EpochStatus.PUBLISHED);
        assertThat(epoch.getUnplaceable())
                .extracting(UnplaceableDataset::getReason)
                .containsExactly("expected 1 worker, one for each replica, and a capacity of 101 bytes for chunk a/"
                        + ChunksLog.id(1) + ", but of 2 that count none has it");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldConvergeWhenAllWhoAreOnlineHaveConfirmed(boolean cold) {
        // given
        ChunksLog pinged = ChunksLog.of(cold);
        pinged.list("a", 10, 1, 2);
        pinged.ping("v", null, 100L);
        pinged.ping("w", null, 100L);
        pinged.epoch();

        // then an epoch that does not exist yet is not confirmed, and one confirmation of two is not enough
        assertThat(pinged.confirm("v", 100L, 2)).isEmpty();
        assertThat(pinged.confirm("v", 100L, 1)).isEmpty();
        assertThat(pinged.confirm("w", 100L, 1)).containsExactly("epoch 1 CONVERGED");
        assertThat(pinged.confirm("w", 100L, 1)).isEmpty();

        // and the next epoch has converged at once, since its workers hold the same chunks as before
        assertThat(ChunksLog.said(pinged.epoch())).endsWith("epoch 2 PUBLISHED at 1008", "epoch 2 CONVERGED");

        // and a late ping with an older epoch revokes nothing
        pinged.list("a", 10, 3);
        pinged.epoch();
        pinged.confirm("v", 100L, 3);
        assertThat(pinged.confirm("w", 100L, 2)).isEmpty();
        assertThat(pinged.flag("w", true)).containsExactly("w FLAGGED null", "epoch 3 CONVERGED");

        // and epoch 0 revokes all confirmations
        pinged.flag("w", false);
        pinged.confirm("w", 100L, 3);
        pinged.confirm("w", 100L, 0);
        pinged.epoch();
        assertThat(pinged.confirm("w", 100L, 2)).isEmpty();
        assertThat(pinged.confirm("w", 100L, 3)).containsExactly("epoch 4 CONVERGED");
    }

    /**
     * The workers that take part in an epoch are chosen when it is made. A capacity that is reported or missing later
     * does not change them.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWaitForThoseWhoTookPart(boolean cold) {
        // given
        ChunksLog pinged = ChunksLog.of(cold);
        pinged.list("a", 10, 1, 2);
        pinged.ping("late", null, null);
        pinged.ping("v", null, 100L);
        pinged.ping("w", null, 100L);
        pinged.epoch();

        // then the epoch does not wait for a worker that reports a capacity later
        assertThat(pinged.ping("late", null, 100L)).isEmpty();
        assertThat(pinged.confirm("v", 100L, 1)).isEmpty();

        // and it waits for a worker that no longer reports one
        assertThat(pinged.ping("w", null, null)).isEmpty();
        assertThat(pinged.confirm("w", null, 1)).containsExactly("epoch 1 CONVERGED");
    }

    @Test
    void shouldCountWhoHasEverConfirmedAnEpoch() {
        unit.list("a", 10, 1, 2);
        unit.ping("v", null, 100L);
        unit.ping("w", null, 100L);
        unit.epoch();
        unit.confirm("v", 100L, 0);
        assertThat(last(unit.epoch()).getConfirming()).isZero();

        unit.confirm("w", 100L, 2);
        unit.confirm("w", 100L, 0);
        assertThat(last(unit.epoch()).getConfirming()).isOne();
    }

    @Test
    void shouldCountChunksThatAreListedAgainAsMoved() {
        // given
        unit.list("a", 10, 1, 2);
        unit.ping("w", null, 100L);
        unit.epoch();
        unit.remove("a", 2);
        unit.list("a", 7, 2);

        // then
        Epoch epoch = last(unit.epoch());
        assertThat(epoch.getReplicasAdded()).isEqualTo(1);
        assertThat(epoch.getReplicasRemoved()).isEqualTo(1);
        assertThat(epoch.getBytesAdded()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0.0-alpha, 1.0.0-alpha.1, UNSUPPORTED_VERSION",
        "1.0.0-alpha.1, 1.0.0-alpha, ONLINE",
        "1.0.0-alpha.1, 1.0.0-alpha.1, ONLINE",
        "1.0.0-alpha.1, 1.0.0-alpha.beta, UNSUPPORTED_VERSION",
        "1.0.0-2, 1.0.0-10, UNSUPPORTED_VERSION",
        "1.0.0-99999999999999999999, 1.0.0-100000000000000000000, UNSUPPORTED_VERSION",
        "1.0.0-10, 1.0.0-1a, UNSUPPORTED_VERSION",
        "1.0.0-rc.1, 1.0.0, UNSUPPORTED_VERSION",
        "1.0.0+build, 1.0.0+other, ONLINE",
        "1.0, 0.0.1, UNSUPPORTED_VERSION",
        "10.0.0, 9.0.0, ONLINE",
    })
    void shouldCompareVersions(String version, String min, WorkerState status) {
        unit.policy(policy -> policy.setMinVersion(min));
        assertThat(unit.ping("w", version, 1L)).containsExactly("w " + status + " " + version);
    }

    @ParameterizedTest
    @CsvSource({"500, PUBLISHED", "501, NOT_ENOUGH_CAPACITY"})
    void shouldUseCapacityToTheLastByte(long size, EpochStatus status) {
        // given two replicas of each chunk, and half of the capacity of two workers
        unit.policy(policy -> policy.setSaturation(0.5).setMinReplication(2));
        unit.ping("v", null, 1_000L);
        unit.ping("w", null, 1_000L);
        unit.list("a", size, 1);

        // then
        assertThat(last(unit.epoch()).getStatus()).isEqualTo(status);
    }

    @Test
    void shouldRememberAFlagUntilItsWorkerLeaves() {
        // given
        unit.ping("w", "1.0.0", 10L);
        unit.ping("v", "1.0.0", 10L);
        assertThat(unit.flag("w", true)).containsExactly("w FLAGGED 1.0.0");
        assertThat(unit.flag("w", true)).isEmpty();

        // then
        assertThat(unit.ping("w", "1.0.0", 10L)).isEmpty();
        assertThat(unit.ping("w", "1.0.1", 10L)).containsExactly("w FLAGGED 1.0.1");
        assertThat(unit.tick(700_000)).containsExactly("v OFFLINE 1.0.0", "w OFFLINE 1.0.1");
        assertThat(unit.ping("w", "1.0.1", 10L)).containsExactly("w FLAGGED 1.0.1");
        unit.list("a", 1, 1);
        assertThat(ChunksLog.said(unit.epoch())).containsExactly("epoch 1 NOT_ENOUGH_CAPACITY at 700003");
        unit.policy(policy -> policy.setIgnoreReliability(true));
        assertThat(ChunksLog.said(unit.epoch()))
                .containsExactly("v UNRELIABLE: 0", "w UNRELIABLE: 0", "epoch 2 PUBLISHED at 700005");

        // and the flag ends with its departure
        assertThat(unit.say(ChunksLog.worker("w", new WorkerGone()))).containsExactly("w GONE 1.0.1");
        assertThat(unit.ping("w", "1.0.1", 10L)).containsExactly("w ONLINE 1.0.1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldForgetAFlagAfterADayOfSilence(boolean cold) {
        // given
        ChunksLog day = ChunksLog.of(cold);
        day.at(1_000).ping("w", "1.0.0", 10L);
        day.at(1_001).flag("w", true);
        day.tick(700_000);

        // then
        assertThat(day.at(1_000 + 86_400_000).ping("w", "1.0.0", 10L))
                .containsExactly("w GONE 1.0.0", "w ONLINE 1.0.0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeEpochsAtSetTimes(boolean cold) {
        // given
        ChunksLog clock = ChunksLog.of(cold);
        clock.at(1_000).policy(policy -> policy.setEpochEveryMs(10_000L));

        // then a request shifts nothing, and missed periods are made up by one epoch
        assertThat(ChunksLog.said(clock.at(8_000).epoch())).containsExactly("epoch 1 NO_WORKERS at 8000");
        assertThat(clock.tick(10_999)).isEmpty();
        assertThat(clock.tick(11_000)).containsExactly("epoch 2 NO_WORKERS at 11000");
        assertThat(clock.tick(59_000)).containsExactly("epoch 3 NO_WORKERS at 21000");
        assertThat(clock.tick(60_999)).isEmpty();
        assertThat(clock.at(61_000).ping("w", "1.0.0", null))
                .containsExactly("epoch 4 NO_WORKERS at 61000", "w ONLINE 1.0.0");

        // and a new policy restarts the period, but a refused one does not
        assertThat(clock.at(65_000).policy(policy -> policy.setEpochEveryMs(999L)))
                .containsExactly("POLICY_INVALID");
        assertThat(clock.at(66_000)
                        .policy(policy -> policy.setEpochEveryMs(7_000L).setCapacityBytes(10L)))
                .isEmpty();
        assertThat(clock.tick(72_999)).isEmpty();
        assertThat(clock.tick(73_000)).containsExactly("w OK: ", "epoch 5 PUBLISHED at 73000");

        // and a policy without a period ends the schedule
        clock.at(74_000).policy(policy -> policy.setCapacityBytes(10L));
        assertThat(clock.tick(600_000)).isEmpty();
        assertThat(ChunksLog.said(clock.epoch())).containsExactly("w OK: ", "epoch 6 PUBLISHED at 600001");
    }

    @Test
    void shouldPublishOfflineStatusesBeforeTheEpochOfThatTime() {
        // given
        unit.at(1_000).policy(policy -> policy.setEpochEveryMs(10_000L).setInactiveAfterMs(10_000));
        unit.at(1_000).ping("w", null, 10L);
        unit.at(1_000).ping("v", null, 10L);

        // then
        assertThat(unit.tick(11_000))
                .containsExactly(
                        "v OFFLINE null",
                        "w OFFLINE null",
                        "v UNRELIABLE: ",
                        "w UNRELIABLE: ",
                        "epoch 1 PUBLISHED at 11000");
    }

    @Test
    void shouldNotOverflowAtTheGreatestTimes() {
        // given
        unit.policy(policy -> policy.setEpochEveryMs(Long.MAX_VALUE)
                .setInactiveAfterMs(Long.MAX_VALUE)
                .setEffectiveAfterMs(Long.MAX_VALUE));
        unit.ping("w", null, Long.MAX_VALUE);
        unit.ping("v", null, Long.MAX_VALUE);

        // then
        assertThat(unit.tick(Long.MAX_VALUE / 4)).isEmpty();
        Epoch epoch = last(unit.epoch());
        assertThat(epoch.getStatus()).isEqualTo(EpochStatus.PUBLISHED);
        assertThat(epoch.getEffectiveFrom()).isEqualTo(Long.MAX_VALUE);
        unit.policy(policy -> policy.setEpochEveryMs(Long.MAX_VALUE / 2));
    }

    private static Epoch last(List<Decision> decided) {
        return decided.stream()
                .filter(one -> one.value() instanceof Epoch)
                .reduce((one, next) -> next)
                .map(one -> (Epoch) one.value())
                .orElseThrow();
    }
}
