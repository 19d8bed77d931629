package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.settings.Setting;
import dev.rota.trials.Full;
import dev.rota.workload.Traffic;
import dev.rota.workload.cores.CoresWorkloads;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a rebuild repeatedly. It ends with the rows that existed before. */
@Tag("broker")
@Tag("embedded")
@Full
class RebuildKillTest {

    private static final int BLOCKS = 12;

    private static final byte[] PARTITION_ROW = {1};
    private static final byte[] MARKER = {9};

    private final Domain domain = new CoresDomain();

    @TempDir
    private Path data;

    @Test
    void shouldContinueARebuildThatIsKilled() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant =
                        cluster.tenant(domain, Map.of(Setting.HTTP_PORT.key(), "0", Setting.PARTITIONS.key(), "2"));
                RunProcess rota = new RunProcess(domain, data, tenant.settings().under(""))) {
            // given
            Traffic traffic =
                    Objects.requireNonNull(new CoresWorkloads().byName().get("many-small"));
            long produced = produce(tenant, traffic);
            awaitDecided(tenant);
            rota.kill();

            TopicTail changelog = tenant.tail("rota-" + domain.name() + "-scheduler-rows-changelog");
            long positions = count(changelog.toEnd(), PARTITION_ROW);
            assertThat(count(changelog.toEnd(), MARKER)).isZero();

            // when it is killed after its first transaction, and while it applies the log
            rota.start("--rebuild");
            changelog.until("a marker", records -> count(records, MARKER) > 0);
            rota.kill();
            rota.start();
            changelog.until("a position", records -> count(records, PARTITION_ROW) > positions);
            rota.kill();
            rota.start();
            produced += produce(tenant, traffic);
            awaitDecided(tenant);

            // then no marker is left
            assertThat(changelog.toEnd().stream().filter(record -> Arrays.equals(record.key(), MARKER)))
                    .last()
                    .satisfies(record -> assertThat(record.value()).isNull());
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(produced);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private void awaitDecided(Tenant tenant) {
        for (Input<?> input : domain.inputs()) {
            tenant.awaitTaken(input.topic());
        }
        tenant.awaitDecided();
    }

    private static long produce(Tenant tenant, Traffic traffic) throws InterruptedException {
        long produced = 0;
        for (int i = 0; i < BLOCKS; i++) {
            for (Traffic.Fact fact : traffic.at(0)) {
                tenant.produce(fact.topic(), fact.key(), fact.value());
                produced++;
            }
        }
        tenant.flush();
        return produced;
    }

    /** Returns how often a row was written to the changelog. */
    private static long count(List<ConsumerRecord<byte[], byte[]>> changelog, byte[] key) {
        return changelog.stream()
                .filter(record -> Arrays.equals(record.key(), key) && record.value() != null)
                .count();
    }
}
