package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Audit;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.chores.TaskKind;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.OutputFormat;
import dev.rota.settings.Setting;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Upgrades three instances one after the other, under load and with kills. Rules 2 are announced too early, while one
 * instance still runs a former build: that one stops with one line in its log, and nothing is lost or decided twice.
 *
 * <p>With {@code -Drota.record=FOLDER} the evidence is written to the folder, for {@code RecordedLogsTest}.
 */
@Tag("broker")
@Tag("embedded")
@Full
class RulesUpgradeTest {

    private static final int INSTANCES = 3;
    private static final int HOUSEHOLDS = 12;
    private static final int CHORES = 36;

    private final Map<String, String> settings = Map.of(Setting.PARTITIONS.key(), "4");

    @TempDir
    private Path data;

    private int produced;

    @Test
    void shouldUpgradeInstanceByInstance() throws Exception {
        List<ChoresProcess> instances = new ArrayList<>();
        try (SharedCluster cluster = new SharedCluster();
                Tenant former = cluster.tenant(ChoresDomain.formerBuild(), settings);
                Tenant newest = new Tenant(new ChoresDomain(), former.settings().under(""))) {
            FormerTraffic traffic = new FormerTraffic(former);
            for (int i = 0; i < INSTANCES; i++) {
                ChoresProcess instance = new ChoresProcess(data.resolve("i" + i), former.settings(), "i" + i);
                instances.add(instance);
                instance.startFormer();
            }
            produce(traffic);
            awaitMoreDecided(newest);

            // when two of three are killed and replaced by the newest build
            for (ChoresProcess instance : instances.subList(0, 2)) {
                killAtWork(newest, traffic, instance);
                instance.startNewest();
                produce(traffic);
                awaitMoreDecided(newest);
            }
            // and a producer is upgraded before the rules are announced
            ChoreEvent early = Chores.swapped("h0", "chore-0");
            newest.produce(Chores.EVENTS, "h0", early);
            produced++;
            newest.rejections().atLeast(1);
            produce(traffic);

            // and when the announcement comes too early for the last instance, and another instance is killed at that
            // time
            newest.announce(2);
            killAtWork(newest, traffic, instances.get(0));
            instances.get(0).startNewest();

            // then the last one stops
            assertThat(instances.get(2).awaitEnd())
                    .contains("chores stop", "rules chores/2", "chores/1 to chores/1")
                    .hasLineCount(1);

            // and when it is replaced and the producers are upgraded
            instances.get(2).startNewest();
            produce(traffic);
            for (int i = 0; i < HOUSEHOLDS; i++) {
                newest.produce(Chores.EVENTS, "h" + i, Chores.addedAlone("h" + i, "last"));
                newest.produce(Chores.EVENTS, "h" + i, Chores.swapped("h" + i, "last"));
                produced += 2;
            }
            newest.awaitTaken(Chores.EVENTS);
            newest.awaitDecided();

            // then
            assertThat(instances).allMatch(ChoresProcess::isAlive);
            assertThat(newest.failures()).isEmpty();
            assertThat(Tenant.chained(newest.audit())).isEqualTo(produced);
            assertRejectedEarly(newest);
            assertDecidedByTheRulesInForce(newest);
            record(newest);
        } finally {
            instances.forEach(ChoresProcess::close);
        }
    }

    /** Adds a few chores to each household. */
    private void produce(FormerTraffic traffic) throws Exception {
        for (int i = 0; i < CHORES; i++) {
            String household = "h" + i % HOUSEHOLDS;
            traffic.produce(Chores.added(household, "chore-" + produced));
            produced++;
        }
    }

    /** Kills an instance while the instances decide. */
    private void killAtWork(Tenant tenant, FormerTraffic traffic, ChoresProcess instance) throws Exception {
        produce(traffic);
        awaitMoreDecided(tenant);
        instance.kill();
    }

    private static void awaitMoreDecided(Tenant tenant) {
        long before = tenant.committed();
        Await.until("some more decisions", () -> tenant.committed() > before);
    }

    private static void assertRejectedEarly(Tenant tenant) throws Exception {
        List<Rejection> rejections = tenant.rejections(tenant.rejections().toEnd());
        assertThat(rejections).singleElement().satisfies(rejection -> {
            assertThat(rejection.getReason()).isEqualTo("UNDECODABLE");
            assertThat(rejection.getMessage()).contains("dev.rota.chores.ChoreEvent");
        });
    }

    /**
     * Asserts that each unit was decided by rules 1 and then by rules 2, each according to its rules, and numbered
     * without a gap.
     */
    private static void assertDecidedByTheRulesInForce(Tenant tenant) throws Exception {
        Map<String, TreeMap<Long, String>> rules = new TreeMap<>();
        List<ConsumerRecord<byte[], byte[]>> records = tenant.tail(Chores.TASKS).toEnd();
        List<Task> tasks = tenant.values(Task.class, records);
        for (int i = 0; i < records.size(); i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            String by = Tenant.header(record, OutputFormat.RULES);
            boolean pair = by.equals("chores/2")
                    && tasks.get(i).getKind() == TaskKind.GIVEN
                    && !tasks.get(i).getChore().equals("last");
            assertThat(tasks.get(i).getPartner()).isBetween(pair ? 0 : -1, pair ? 4 : -1);
            rules.computeIfAbsent(Tenant.header(record, OutputFormat.UNIT), unit -> new TreeMap<>())
                    .put(Long.parseLong(Tenant.header(record, OutputFormat.SEQ)), by);
        }
        assertThat(rules).hasSize(HOUSEHOLDS);
        rules.forEach((unit, bySeq) -> {
            assertThat(bySeq.lastKey()).as("%s has no gap", unit).isEqualTo(bySeq.size());
            List<String> inOrder = List.copyOf(bySeq.values());
            assertThat(inOrder).as(unit).isSorted().contains("chores/1", "chores/2");
        });
    }

    private static void record(Tenant tenant) throws Exception {
        String folder = System.getProperty("rota.record");
        if (folder != null) {
            try (Audit audit = Audit.ofCluster(new ChoresDomain(), tenant.settings())) {
                System.out.println(audit.export(Path.of(folder)) + " records in " + folder);
            }
        }
    }
}
