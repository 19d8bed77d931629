package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupRotationTest {

    @Test
    void shouldMoveEachGroupOnByOneCoreWhenForward() {
        // given
        GroupRotation rotation = new GroupRotation(100, 3, 4, false);

        // then
        assertThat(groups(rotation, 100)).containsExactly(0, 1, 2, 3);
        assertThat(groups(rotation, 102)).containsExactly(0, 1, 2, 3);
        assertThat(groups(rotation, 103)).containsExactly(3, 0, 1, 2);
        assertThat(groups(rotation, 106)).containsExactly(2, 3, 0, 1);
        assertThat(groups(rotation, 112)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldMoveEachGroupBackByOneCoreWhenBackward() {
        // given
        GroupRotation rotation = new GroupRotation(100, 3, 4, true);

        // then
        assertThat(groups(rotation, 103)).containsExactly(1, 2, 3, 0);
        assertThat(groups(rotation, 106)).containsExactly(2, 3, 0, 1);
        assertThat(groups(rotation, 112)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldSayWhenGroupsRotate() {
        // given
        GroupRotation rotation = new GroupRotation(100, 3, 4, false);

        // then
        assertThat(rotation.lastAt(102)).isEqualTo(100);
        assertThat(rotation.nextAt(102)).isEqualTo(103);
        assertThat(rotation.lastAt(103)).isEqualTo(103);
        assertThat(rotation.nextAt(103)).isEqualTo(106);
        assertThat(rotation.unchangedTo(102)).isEqualTo(102);
        assertThat(rotation.unchangedTo(103)).isEqualTo(105);
    }

    @Test
    void shouldNeverRotateWithoutAFrequency() {
        // given
        GroupRotation rotation = new GroupRotation(100, 0, 4, false);

        // then
        assertThat(groups(rotation, 1_000_000)).containsExactly(0, 1, 2, 3);
        assertThat(rotation.lastAt(1_000_000)).isEqualTo(100);
        assertThat(rotation.nextAt(1_000_000)).isEqualTo(100);
        assertThat(rotation.unchangedTo(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotOverflowAtTheGreatestBlock() {
        // given
        GroupRotation rotation = new GroupRotation(1, Integer.MAX_VALUE, 1_000, true);

        // when
        long next = rotation.nextAt(CoresLimits.BLOCK_NUMBER_MAX + 1);

        // then
        assertThat(next).isGreaterThan(CoresLimits.BLOCK_NUMBER_MAX);
        assertThat(rotation.groupAt(999, next)).isBetween(0, 999);
    }

    private static List<Integer> groups(GroupRotation rotation, long block) {
        return IntStream.range(0, rotation.groups())
                .mapToObj(core -> rotation.groupAt(core, block))
                .toList();
    }
}
