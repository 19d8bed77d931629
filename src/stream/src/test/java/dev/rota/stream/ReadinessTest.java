package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private static final List<String> NONE = List.of();

    private final Readiness readiness = new Readiness();

    private Health judge(List<String> own, List<String> stalls, String silence, List<String> waits) {
        Health health = readiness.judge(true, own, stalls, silence, waits, List.of("a note"));
        readiness.note(health);
        return health;
    }

    private void begin() {
        assertThat(judge(NONE, NONE, "", NONE).ready()).isTrue();
    }

    @Test
    void shouldNotBeReadyWhileItWaitsForOthersAtItsStart() {
        assertThat(judge(NONE, NONE, "", List.of("registry")).reasons()).containsExactly("registry");
        assertThat(judge(NONE, List.of("stands"), "silence", NONE).reasons()).containsExactly("stands", "silence");
    }

    @Test
    void shouldStayReadyWhileItWaitsForOthersLater() {
        begin();

        Health health = judge(NONE, List.of("stands"), "silence", List.of("registry"));

        assertThat(health.ready()).isTrue();
        assertThat(health.notes()).containsExactly("a note", "registry", "stands", "silence");
    }

    @Test
    void shouldNotBeReadyWhileItsOwnPartsStandStill() {
        begin();

        Health health = judge(List.of("halted"), List.of("stands"), "", List.of("registry"));

        assertThat(health.reasons()).containsExactly("halted", "stands");
        assertThat(health.notes()).containsExactly("a note", "registry");
    }
}
