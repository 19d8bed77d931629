package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupPartitionTest {

    @Test
    void shouldGiveTheFirstGroupsOneValidatorMore() {
        assertThat(GroupPartition.of(7, 3).indices()).containsExactly(List.of(0, 1, 2), List.of(3, 4), List.of(5, 6));
    }

    @Test
    void shouldLeaveGroupsEmptyWhereValidatorsAreFew() {
        assertThat(GroupPartition.of(2, 4).indices()).containsExactly(List.of(0), List.of(1), List.of(), List.of());
    }

    @Test
    void shouldMakeNoGroupsOfNoValidatorsOrForNoCores() {
        assertThat(GroupPartition.of(0, 4).indices()).isEmpty();
        assertThat(GroupPartition.of(4, 0).indices()).isEmpty();
    }
}
