package dev.rota.pages.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.TestEntries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreesTest {

    private final List<Integer> decoded = new ArrayList<>();
    private final Trees trees = new Trees(10);

    @Test
    void shouldKeepThoseUsedLastWithinSoManyBytes() throws Exception {
        look(1, 4);
        look(2, 4);
        assertThat(look(1, 4).asInt()).isEqualTo(1);
        assertThat(decoded).containsExactly(1, 2);

        // pushes out 2, which was used before 1
        look(3, 4);
        look(1, 4);
        look(2, 4);
        assertThat(decoded).containsExactly(1, 2, 3, 2);

        // too large to be kept
        look(4, 11);
        look(4, 11);
        assertThat(decoded).containsExactly(1, 2, 3, 2, 4, 4);
        look(1, 4);
        assertThat(decoded).containsExactly(1, 2, 3, 2, 4, 4);
    }

    private JsonNode look(int offset, int bytes) throws IOException {
        return trees.of(entry(offset), new byte[bytes], value -> {
            decoded.add(offset);
            return IntNode.valueOf(offset);
        });
    }

    private static Entry entry(long offset) {
        return TestEntries.at("topic", 0, offset);
    }
}
