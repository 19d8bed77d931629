package dev.rota.chunks.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.explain.ChunkWalks.Does;
import dev.rota.chunks.explain.ChunkWalks.PassWalk;
import dev.rota.chunks.explain.ChunkWalks.Station;
import dev.rota.chunks.explain.ChunkWalks.Walk;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkWalksTest {

    /** A replica may meet every worker, and pages store answers, so an answer must not be too long. */
    @Test
    void shouldLeaveOutTheMiddleOfWhatIsLong() {
        ChunkWalks whole = walks(40, 1_000);

        ChunkWalks some = whole.abridged();

        PassWalk pass = some.passes().get(0);
        assertThat(pass.replicas()).isEqualTo(40);
        assertThat(pass.walks()).hasSize(25);
        assertThat(pass.walks().get(0).leftOut()).isEqualTo(985);
        assertThat(pass.walks().get(0).stations())
                .extracting(Station::worker)
                .hasSize(15)
                .startsWith("w0", "w1")
                .containsSubsequence("w11", "w997")
                .endsWith("w999");
        assertThat(whole.lines()).hasSize(2 + 40 * 1_001);
    }

    @Test
    void shouldKeepWhatIsShort() {
        ChunkWalks walks = walks(3, 15);

        assertThat(walks.abridged()).isEqualTo(walks);
    }

    private static ChunkWalks walks(int replicas, int stations) {
        List<Station> met = IntStream.range(0, stations)
                .mapToObj(i -> new Station("w" + i, Does.FULL, "has no room"))
                .toList();
        List<Walk> walks = IntStream.range(0, replicas)
                .mapToObj(i -> new Walk(i, 7, "0", met, ""))
                .toList();
        return new ChunkWalks(1, "chunk", List.of(new PassWalk("one pass", walks)), List.of(), List.of("w1"));
    }
}
