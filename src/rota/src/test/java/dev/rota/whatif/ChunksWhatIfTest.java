package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.whatif.Group;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Two workers store two chunks of 100 bytes, each of them once; an epoch is requested twice. */
class ChunksWhatIfTest {

    private static final List<String> RECORD = List.of(
            "{\"topic\":\"chunks.policies\",\"time\":0,\"value\":{\"network\":\"net\",\"saturation\":0.5}}",
            worker(1, "a"),
            worker(2, "b"),
            "{\"topic\":\"chunks.listings\",\"time\":3,\"value\":{\"network\":\"net\",\"dataset\":\"d\",\"event\":"
                    + "{\"ChunksListed\":{\"chunks\":[{\"id\":\"0000000000/0000000000-0000000009-aa\",\"size\":100},"
                    + "{\"id\":\"0000000000/0000000010-0000000019-bb\",\"size\":100}]}}}}",
            "{\"topic\":\"chunks.requests\",\"time\":4,\"value\":{\"network\":\"net\"}}",
            worker(5, "a"),
            "{\"topic\":\"chunks.requests\",\"time\":6,\"value\":{\"network\":\"net\"}}");

    private static String worker(long time, String name) {
        return "{\"topic\":\"chunks.workers\",\"time\":" + time + ",\"value\":{\"network\":\"net\",\"worker\":\"" + name
                + "\",\"event\":{\"WorkerPing\":{\"version\":\"1.0.0\",\"capacityBytes\":300,\"storedBytes\":0}}}}";
    }

    private static Comparison.Worlds worlds(String... change) {
        return Asking.worlds(new ChunksDomain(), RECORD, Question.of("net", List.of(change)));
    }

    private static SortedMap<String, Long> counts(Column column) {
        return Asking.figures(column, new Group("network", "net")).counts();
    }

    @Test
    void shouldPlaceMoreReplicasWithMoreOfTheCapacity() {
        Comparison.Worlds worlds = worlds("{\"policy\":{\"saturation\":0.7}}");

        assertThat(counts(worlds.baseline()))
                .isEqualTo(counts(worlds.record()))
                .containsEntry("epochs", 2L)
                .containsEntry("replicas added", 2L)
                .containsEntry("bytes added", 200L)
                .containsEntry("bytes assigned", 200L);
        assertThat(counts(worlds.change())).containsEntry("replicas", 4L).containsEntry("bytes added", 400L);
    }

    /** Without the second worker, the first one takes over its chunk. */
    @Test
    void shouldLetAWorkerLeave() {
        SortedMap<String, Long> change =
                counts(worlds("{\"leaves\":\"b\",\"from\":5}", "{\"policy\":{\"saturation\":0.99}}")
                        .change());

        assertThat(change).containsEntry("bytes assigned", 200L).containsEntry("replicas", 2L);
    }

    @Test
    void shouldUseMoreWorkers() {
        assertThat(counts(worlds("{\"more\":2,\"like\":\"a\"}").change()))
                .containsEntry("bytes assigned", 600L)
                .containsEntry("replicas", 6L);
    }
}
