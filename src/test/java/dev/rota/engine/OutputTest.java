package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputTest {

    @Test
    void shouldBeTheSameHoweverOftenItIsAskedFor() {
        // given a domain whose rejections and checkpoints come by themselves
        Domain domain = new AlarmDomain();

        // then what is remembered of an output is remembered once
        assertThat(domain.rejections()).isEqualTo(domain.rejections());
        assertThat(domain.checkpoints()).isEqualTo(domain.checkpoints()).isNotEqualTo(domain.rejections());
    }
}
