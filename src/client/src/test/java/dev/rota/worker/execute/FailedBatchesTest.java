package dev.rota.worker.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Batch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedBatchesTest {

    @Test
    void shouldSayWhyTheFirstFailedAndSomeOfTheOthers() {
        // given
        FailedBatches failed = new FailedBatches();
        List<String> lines = new ArrayList<>();

        // when
        for (int number = 1; number <= 1_000; number++) {
            Batch batch = Batch.newBuilder()
                    .setPool("p")
                    .setWorker("w")
                    .setShard("alice")
                    .setToken((long) number)
                    .setBatch(number)
                    .setQuantumMs(100L)
                    .setParentHeight(0L)
                    .setTransactions(List.of())
                    .build();
            String line = failed.take(batch, "the disk is full");
            if (line != null) {
                lines.add(line);
            }
        }

        // then
        assertThat(failed.count()).isEqualTo(1_000);
        assertThat(lines)
                .hasSize(10)
                .startsWith("Batch 1 of shard alice has failed (1 so far): the disk is full")
                .endsWith("Batch 512 of shard alice has failed (512 so far): the disk is full");
    }
}
