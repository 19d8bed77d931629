package dev.rota.pages.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.WeightReplication;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.TestEntries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class DecodedValuesTest {

    private final List<Integer> decoded = new ArrayList<>();
    private final DecodedValues values = new DecodedValues(10);

    @Test
    void shouldKeepThoseUsedLastWithinSoManyBytes() throws Exception {
        SpecificRecord first = look(1, 4);
        look(2, 4);
        assertThat(look(1, 4)).isSameAs(first);
        assertThat(decoded).containsExactly(1, 2);

        // evicts 2, which was used before 1
        look(3, 4);
        look(1, 4);
        look(2, 4);
        assertThat(decoded).containsExactly(1, 2, 3, 2);

        // is too large to be cached
        look(4, 11);
        look(4, 11);
        assertThat(decoded).containsExactly(1, 2, 3, 2, 4, 4);
        look(1, 4);
        assertThat(decoded).containsExactly(1, 2, 3, 2, 4, 4);
    }

    private SpecificRecord look(int offset, int bytes) throws IOException {
        return values.of(entry(offset), new byte[bytes], value -> {
            decoded.add(offset);
            return new WeightReplication(offset, 0, 0);
        });
    }

    private static Entry entry(long offset) {
        return TestEntries.at("topic", 0, offset);
    }
}
