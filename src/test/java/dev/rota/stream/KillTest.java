package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Findings;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.OutputFormat;
import dev.rota.settings.Setting;
import dev.rota.workload.Traffic;
import dev.rota.workload.cores.CoresWorkloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rota is killed in the middle of its work, again and again, and no event is lost or decided twice. */
class KillTest {

    private static final int KILLS_INSIDE_TRANSACTIONS = 3;
    private static final int LIVES_MAX = 30;
    private static final int BLOCKS_PER_LIFE = 3;

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
            long produced = produce(tenant, traffic);
            for (int kills = 0, life = 0; kills < KILLS_INSIDE_TRANSACTIONS; life++) {
                assertThat(life).as("%d kills inside a transaction", kills).isLessThan(LIVES_MAX);

                // given
                produced += produce(tenant, traffic);
                Await.until("a transaction", tenant::hasOpenTransaction);

                // when
                rota.kill();

                // it may have committed just before
                boolean inside = tenant.hasOpenTransaction();
                rota.start();
                if (inside) {
                    kills++;
                    awaitMoreDecided(tenant);
                }
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
            assertDense(tenant);
        }
    }

    private static long produce(Tenant tenant, Traffic traffic) throws InterruptedException {
        long produced = 0;
        for (int i = 0; i < BLOCKS_PER_LIFE; i++) {
            for (Traffic.Fact fact : traffic.at(0)) {
                tenant.produce(fact.topic(), fact.key(), fact.value());
                produced++;
            }
        }
        return produced;
    }

    /** Waits until the next life has committed something. */
    private static void awaitMoreDecided(Tenant tenant) {
        long before = tenant.committed();
        Await.until("some more decisions", () -> tenant.committed() > before);
    }

    /** Each unit's decisions, of all outputs together, are numbered 1, 2, 3, ... */
    private void assertDense(Tenant tenant) {
        Map<String, List<Long>> places = new TreeMap<>();
        for (Output<?> output : domain.outputs()) {
            for (ConsumerRecord<byte[], byte[]> record :
                    tenant.tail(output.topic()).toEnd()) {
                String seq = Tenant.header(record, OutputFormat.SEQ);
                if (!seq.isEmpty()) {
                    places.computeIfAbsent(Tenant.header(record, OutputFormat.UNIT), unit -> new ArrayList<>())
                            .add(Long.parseLong(seq));
                }
            }
        }
        assertThat(places).hasSize(500);
        places.forEach((unit, seqs) -> {
            List<Long> sorted = seqs.stream().sorted().toList();
            for (int i = 0; i < sorted.size(); i++) {
                assertThat(sorted.get(i)).as("place %d of %s", i, unit).isEqualTo(i + 1);
            }
        });
    }
}
