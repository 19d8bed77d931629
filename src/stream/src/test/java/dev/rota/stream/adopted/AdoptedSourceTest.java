package dev.rota.stream.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdoptedSourceTest {

    /** The consumer keeps a response for each partition that is paused. */
    @Test
    void shouldDivideWhatIsFetchedAmongThePartitions() {
        assertThat(AdoptedSource.fetchBytes(0)).isEqualTo(1 << 20);
        assertThat(AdoptedSource.fetchBytes(128)).isEqualTo(1 << 20);
        assertThat(AdoptedSource.fetchBytes(2_048)).isEqualTo(64 << 10);
        assertThat(AdoptedSource.fetchBytes(100_000)).isEqualTo(16 << 10);
    }
}
