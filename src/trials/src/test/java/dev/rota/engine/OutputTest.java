package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.machine.AlarmDomain;
import org.junit.jupiter.api.Test;

class OutputTest {

    @Test
    void shouldBeTheSameInstanceEachTime() {
        // given a domain that inherits its rejections and checkpoints
        Domain domain = new AlarmDomain();

        // then caches by output have one entry each
        assertThat(domain.rejections()).isEqualTo(domain.rejections());
        assertThat(domain.checkpoints()).isEqualTo(domain.checkpoints()).isNotEqualTo(domain.rejections());
    }
}
