package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoresDomain;
import dev.rota.local.UnreliableBroker;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Full
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

    /** The folder is created with the first store. */
    @Test
    void shouldHaveNoShortageWhereThereIsNoFolder() {
        assertThat(new FreeSpace(folder.resolve("none"), Long.MAX_VALUE).shortage())
                .isNull();
    }

    /** An instance that leaves its group lets others take over at once. */
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

    /** A broker may share the full disk, so the reason must not wait until a request to the cluster times out. */
    @Test
    @Tag("broker")
    @Tag("embedded")
    void shouldLogTheReasonBeforeASilentClusterIsNoticed() throws Exception {
        try (UnreliableBroker broker = new UnreliableBroker(folder);
                SharedCluster cluster = new SharedCluster(broker);
                Tenant tenant = cluster.tenant(
                        new ChoresDomain(), Map.of("state.free.bytes.min", String.valueOf(Long.MAX_VALUE)));
                DomainWarnings warnings = new DomainWarnings()) {
            broker.stop();
            tenant.start();

            Await.until("a reason to end", () -> !tenant.failures().isEmpty());

            assertThat(warnings.all())
                    .singleElement()
                    .asString()
                    .startsWith("chores must stop: the disk of streams.state.dir (");
        }
    }

    /** Collects the warnings and errors that a domain's run and its watch of the cluster log. */
    private static final class DomainWarnings extends AbstractAppender implements AutoCloseable {

        private final List<String> all = new CopyOnWriteArrayList<>();
        private final List<Logger> loggers = Stream.of(DomainRun.class, Progress.class)
                .map(source -> (Logger) LogManager.getLogger(source))
                .toList();

        DomainWarnings() {
            super("domain-warnings", null, null, true, Property.EMPTY_ARRAY);
            start();
            loggers.forEach(logger -> logger.addAppender(this));
        }

        @Override
        public void append(LogEvent event) {
            if (event.getLevel().isMoreSpecificThan(Level.WARN)) {
                all.add(event.getMessage().getFormattedMessage());
            }
        }

        List<String> all() {
            return all;
        }

        @Override
        public void close() {
            loggers.forEach(logger -> logger.removeAppender(this));
            stop();
        }
    }
}
