package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.Dice;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastOffsetsTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldHaveTheGreatestOffsets(long seed) {
        Dice dice = new Dice(seed);
        int max = 1 + dice.below(40);
        LastOffsets offsets = new LastOffsets(max);
        TreeSet<Long> model = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            long offset = dice.below(2_000);
            offsets.add(offset);
            model.add(offset);
            while (model.size() > max) {
                model.pollFirst();
            }
            if (dice.below(5) == 0) {
                assertThat(offsets.isFull()).isEqualTo(model.size() == max);
                assertThat(offsets.least()).isEqualTo(model.first());
                assertThat(offsets.from(1_000)).isEqualTo(model.tailSet(1_000L));
            }
        }
    }
}
