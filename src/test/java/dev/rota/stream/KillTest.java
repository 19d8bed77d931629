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

    private static final int KILLS = 3;
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
            long produced = 0;
            for (int life = 0; life <= KILLS; life++) {
                // given
                for (int i = 0; i < BLOCKS_PER_LIFE; i++) {
                    for (Traffic.Fact fact : traffic.at(0)) {
                        tenant.produce(fact.topic(), fact.key(), fact.value());
                        produced++;
                    }
                }
                if (life < KILLS) {
                    awaitMoreDecided(tenant);

                    // when
                    rota.kill();
                    rota.start();
                }
            }
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

    /** Waits until something was committed, so that the kill comes in the middle. */
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
