package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bench.report.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void shouldCompareRunsThatAlternated() {
        Spread ratio = Spread.ratio(List.of(10.0, 40.0, 30.0), List.of(20.0, 20.0, 30.0));
        assertThat(ratio).isEqualTo(new Spread(1, 0.5, 2));
        assertThat(ratio.range(2)).isEqualTo("(0.50 to 2.00)");
        assertThat(Spread.of(1_000, 3_000, 2_000, 10_000, 4_000).range(0)).isEqualTo("(1,000 to 10,000)");
    }
}
