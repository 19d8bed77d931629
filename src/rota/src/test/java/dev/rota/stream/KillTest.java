package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.findings.Findings;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.settings.Setting;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.workload.Traffic;
import dev.rota.workload.cores.CoresWorkloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills Rota repeatedly inside transactions: no event is lost or decided twice. */
@Tag("broker")
@Tag("embedded")
class KillTest {

    private static final int KILLS_INSIDE_TRANSACTIONS = Full.Condition.isChosen(KillTest.class) ? 3 : 1;
    private static final int LOOKS_MAX = 1_000;
    private static final int BLOCKS_PER_LOOK = 1;

    private final Domain domain = new CoresDomain();

    @TempDir
    private Path data;

    @Test
    void shouldDecideEachEventOnceThoughItIsKilled() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant =
                        cluster.tenant(domain, Map.of(Setting.HTTP_PORT.key(), "0", Setting.PARTITIONS.key(), "4"));
                RunProcess rota = new RunProcess(domain, data, tenant.settings().under(""))) {
            Traffic traffic =
                    Objects.requireNonNull(new CoresWorkloads().byName().get("many-small"));
            long produced = 0;
            for (int kills = 0; kills < KILLS_INSIDE_TRANSACTIONS; kills++) {
                // given that a transaction is open, which takes milliseconds of each commit
                boolean inside = false;
                for (int look = 0; !inside; look++) {
                    assertThat(look).as("looks for a transaction").isLessThan(LOOKS_MAX);
                    produced += produce(tenant, traffic);
                    rota.freeze();
                    inside = tenant.hasOpenTransaction();
                    if (!inside) {
                        rota.thaw();
                    }
                }

                // when
                rota.kill();
                rota.start();

                // then
                awaitMoreDecided(tenant);
            }
            produced += produce(tenant, traffic);
            tenant.flush();
            assertThat(tenant.failures()).isEmpty();
            for (Input<?> input : domain.inputs()) {
                tenant.awaitTaken(input.topic());
            }
            tenant.awaitDecided();

            // then
            List<Findings> findings = tenant.audit();
            assertThat(Tenant.chained(findings)).isEqualTo(produced);
            assertThat(Decisions.of(tenant, domain)).hasSize(500);
        }
    }

    private static long produce(Tenant tenant, Traffic traffic) throws InterruptedException {
        long produced = 0;
        for (int i = 0; i < BLOCKS_PER_LOOK; i++) {
            for (Traffic.Fact fact : traffic.at(0)) {
                tenant.produce(fact.topic(), fact.key(), fact.value());
                produced++;
            }
        }
        return produced;
    }

    /** Waits until the restarted process has committed a decision. */
    private static void awaitMoreDecided(Tenant tenant) {
        long before = tenant.committed();
        Await.until("some more decisions", () -> tenant.committed() > before);
    }
}
