package dev.rota.shards.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FingerprintTest {

    @Test
    void shouldNeverChange() {
        assertThat(Fingerprint.of("")).isEqualTo(-1_164_367_578);
        assertThat(Fingerprint.of("tx-1")).isEqualTo(-1_418_426_074);
        assertThat(Fingerprint.of("id-4950")).isEqualTo(-1_810_668_732);
        assertThat(Fingerprint.of("id-67460")).isEqualTo(-1_810_668_732);
    }
}
