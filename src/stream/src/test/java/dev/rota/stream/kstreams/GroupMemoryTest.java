package dev.rota.stream.kstreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.junit.jupiter.api.Test;

class GroupMemoryTest {

    private static final ProcessId ONE = new ProcessId(new UUID(0, 1));
    private static final ProcessId OTHER = new ProcessId(new UUID(0, 2));
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    /**
     * A change of members must lead to a new assignment first. Balancing at the same time might take another second.
     */
    @Test
    void shouldNotBeAtRestWhenSomeoneComesOrGoesThoughItHasNoPatience() {
        GroupMemory memory = new GroupMemory(Duration.ZERO);

        assertThat(memory.isAtRest(Set.of(ONE, OTHER), NOW)).isFalse();
        assertThat(memory.rest()).isEqualTo(NOW);
        assertThat(memory.isAtRest(Set.of(ONE, OTHER), NOW)).isTrue();
        assertThat(memory.isAtRest(Set.of(ONE), NOW)).isFalse();
        assertThat(memory.isAtRest(Set.of(ONE), NOW)).isTrue();
    }
}
