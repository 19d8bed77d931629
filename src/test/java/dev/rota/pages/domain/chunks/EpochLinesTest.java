package dev.rota.pages.domain.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class EpochLinesTest {

    @Test
    void shouldSayPlannedReplicasOnlyWhereTheyDiffer() throws IOException {
        assertThat(replication("""
                [{"weight": 1, "planned": 3, "achieved": 3}, {"weight": 6, "planned": 15, "achieved": 16}]
                """)).isEqualTo("×1: 3, ×6: 16 (planned: 15)");
    }

    private static String replication(String weights) throws IOException {
        return EpochLines.replication(new ObjectMapper().readTree(weights));
    }
}
