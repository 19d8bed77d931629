package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.engine.log.OutputFormat;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Topics;
import dev.rota.settings.Setting;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the rules that a new log begins with. {@link SimulatedAnnouncementTest} has announcements in a log. */
@Tag("broker")
@Full
class RulesAnnouncementTest {

    private static final String ONE_LINE =
            "the log continues with rules chores/2, but this build supports chores/1 to chores/1. Run a newer build";

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldBeginACreatedLogWithTheNewestRules() throws Exception {
        try (Tenant created = CLUSTER.tenant(new ChoresDomain());
                Tenant former = former(created)) {
            // when
            created.startReady();
            created.produce(Chores.EVENTS, "home", Chores.added("home", "dishes"));

            // then
            TopicTail tasks = created.tail(Chores.TASKS);
            assertThat(tasks.atLeast(1)).hasSize(1);
            assertThat(created.values(Task.class, tasks.atLeast(1)))
                    .singleElement()
                    .satisfies(task -> assertThat(task.getPartner()).isBetween(0, 4));

            // and a former build that joins stops
            former.start();
            Await.until("why it stops", () -> !former.failures().isEmpty());
            assertThat(former.failures().get(0)).endsWith(" of chores stops: " + ONE_LINE);
        }
    }

    /** Old and new instances may start together on topics that were created externally. None of them stops. */
    @Test
    void shouldBeginAnEmptyLogAsOlderInstancesExpect() throws Exception {
        try (Tenant made = CLUSTER.tenant(new ChoresDomain());
                Tenant former = former(made)) {
            // given a log without records
            makeAnew(made);
            FormerTraffic traffic = new FormerTraffic(made);

            // when
            DomainRun newest = made.startReady();
            DomainRun older = former.startReady();
            for (int i = 0; i < 20; i++) {
                traffic.produce(Chores.added("h" + i, "dishes"));
            }

            // then
            assertThat(rules(made, 20)).containsOnly("chores/1");
            assertThat(made.failures()).isEmpty();
            assertThat(former.failures()).isEmpty();
            older.close();
            newest.close();
        }
    }

    private static void makeAnew(Tenant tenant) {
        String log = tenant.names().log();
        AdminAnswers.get(tenant.admin().deleteTopics(List.of(log)).all());
        Await.until(log + " gone", () -> Topics.find(tenant.admin(), log).isEmpty());
        AdminAnswers.get(tenant.admin()
                .createTopics(List.of(
                        new NewTopic(log, 2, (short) 1).configs(Map.of("message.timestamp.type", "LogAppendTime"))))
                .all());
        Await.until(log + " there", () -> Topics.find(tenant.admin(), log).isPresent());
    }

    private static List<String> rules(Tenant tenant, int tasks) {
        return tenant.tail(Chores.TASKS).atLeast(tasks).stream()
                .map(task -> Tenant.header(task, OutputFormat.RULES))
                .toList();
    }

    private static Tenant former(Tenant of) {
        return new Tenant(
                ChoresDomain.formerBuild(),
                of.settings().with(Map.of(Setting.INSTANCE_ID.key(), "former")).under(""));
    }
}
