package dev.rota.audit.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CauseQueueTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 100})
    void shouldKeepTheOrderThroughTheSpillFile(int spillEvery) {
        try (Buffers buffers = new Buffers(1_000, 1)) {
            CauseQueue queue = new CauseQueue(buffers);
            List<Long> taken = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                queue.add(caused(i));
                if (i % spillEvery == 0) {
                    queue.spill(500);
                }
                if (i % 4 == 3) {
                    taken.add(Objects.requireNonNull(queue.take()).cause());
                }
            }
            for (Caused next = queue.take(); next != null; next = queue.take()) {
                assertThat(next.record().headerText("a")).isEqualTo("x" + next.cause());
                assertThat(next.record().key()).isNull();
                assertThat(next.settled()).isEqualTo(next.cause() % 2 == 0);
                taken.add(next.cause());
            }

            assertThat(taken).hasSize(100).isSorted();
        }
    }

    @Test
    void shouldCountWhatItHolds() {
        try (Buffers buffers = new Buffers(1_000, 1)) {
            CauseQueue queue = new CauseQueue(buffers);
            queue.add(caused(1));
            assertThat(queue.tailBytes()).isEqualTo(caused(1).bytes());

            queue.spill(1);

            assertThat(queue.tailBytes()).isZero();
            assertThat(buffers.spill().written()).isPositive();
        }
    }

    private static Caused caused(long cause) {
        List<StoredHeader> headers =
                List.of(new StoredHeader("a", ("x" + cause).getBytes(UTF_8)), new StoredHeader("b", null));
        return new Caused(
                new StoredRecord("t", 3, cause, 5, null, headers, new byte[(int) cause]), cause, cause % 2 == 0);
    }
}
