package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {

    @TempDir
    private Path folder;

    @Test
    void shouldNameAShortage() {
        assertThat(new FreeSpace(folder, 1).shortage()).isNull();
        assertThat(new FreeSpace(folder, Long.MAX_VALUE).shortage())
                .startsWith("the disk of streams.state.dir (" + folder + ") has ")
                .contains("state.free.bytes.min");
    }

    /** The folder is made with the first store. */
    @Test
    void shouldHaveNoShortageWhereThereIsNoFolder() {
        assertThat(new FreeSpace(folder.resolve("none"), Long.MAX_VALUE).shortage())
                .isNull();
    }

    /** So that others take over at once. */
    @Test
    @Tag("broker")
    void shouldEndAnInstanceWhoseDiskIsNearlyFull() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(
                        new ChoresDomain(), Map.of("state.free.bytes.min", String.valueOf(Long.MAX_VALUE)))) {
            DomainRun run = tenant.start();

            Await.until("a reason to end", () -> !tenant.failures().isEmpty());

            assertThat(tenant.failures()).singleElement().asString().startsWith("the disk of streams.state.dir (");
            assertThat(run.health().live()).isFalse();
        }
    }
}
