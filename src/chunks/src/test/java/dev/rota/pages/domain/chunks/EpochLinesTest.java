package dev.rota.pages.domain.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.WeightReplication;
import java.util.List;
import org.junit.jupiter.api.Test;

class EpochLinesTest {

    @Test
    void shouldSayPlannedReplicasOnlyWhereTheyDiffer() {
        assertThat(EpochLines.replication(List.of(new WeightReplication(1, 3, 3), new WeightReplication(6, 15, 16))))
                .isEqualTo("×1: 3, ×6: 16 (planned: 15)");
    }
}
