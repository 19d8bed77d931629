package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditProgress;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Parallel;
import dev.rota.kafka.AdminAnswers;
import dev.rota.trials.Full;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Audits a cluster whose consumer group or outputs were deleted or changed. */
@Tag("broker")
class LiveAuditTest {

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    @Full
    void shouldCompareAllWhenTheGroupIsGone() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            decide(tenant, 50);
            deleteGroup(tenant);

            AuditReport report = audit(tenant);

            assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);
            assertThat(report.decisions()).isEqualTo(50);
        }
    }

    @Test
    void shouldSayThatNothingWasComparedWhenOutputsAndGroupAreGone() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            decide(tenant, 20);
            deleteGroup(tenant);
            String topic = tenant.names().topic(Chores.TASKS);
            for (int partition = 0; partition < 2; partition++) {
                AdminAnswers.get(tenant.admin()
                        .deleteRecords(Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(-1)))
                        .all());
            }

            assertThat(audit(tenant).outcome()).isEqualTo(AuditReport.Outcome.NOTHING_COMPARED);
        }
    }

    @Test
    @Full
    void shouldFindOutputsInPartitionsThatWereAddedLater() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            decide(tenant, 50);
            AdminAnswers.get(tenant.admin()
                    .createPartitions(Map.of(tenant.names().topic(Chores.TASKS), NewPartitions.increaseTo(5)))
                    .all());
            decide(tenant, 50);

            AuditReport report = audit(tenant);

            assertThat(report.outcome()).isEqualTo(AuditReport.Outcome.VERIFIED);
            assertThat(report.decisions()).isEqualTo(100);
        }
    }

    /** Decides events in a separate run, whose producer has the metadata of new partitions. */
    private static void decide(Tenant tenant, int events) throws Exception {
        DomainRun run = tenant.startReady();
        for (int i = 0; i < events; i++) {
            String house = "house-" + i % 7;
            tenant.produce(Chores.EVENTS, house, Chores.added(house, run.hashCode() + "-" + i));
        }
        tenant.awaitTaken(Chores.EVENTS);
        tenant.awaitDecided();
        run.close();
    }

    private static void deleteGroup(Tenant tenant) {
        String group = tenant.names().scheduler();
        AdminAnswers.get(tenant.admin().deleteConsumerGroups(List.of(group)).all());
    }

    private static AuditReport audit(Tenant tenant) {
        try (Audit audit = Audit.ofCluster(new ChoresDomain(), tenant.settings())) {
            return audit.verify(Parallel.SEQUENTIAL, AuditScope.ALL, AuditProgress.SILENT);
        }
    }
}
