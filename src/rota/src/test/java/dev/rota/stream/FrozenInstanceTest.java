package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.Full;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Freezes one of two instances beyond its session timeout, and resumes it when the other has its partitions. */
@Tag("broker")
@Tag("embedded")
@Full
class FrozenInstanceTest {

    private static final long TIMEOUT_MS = 4_000;
    private static final int DELIVERY_MS = 20_000;

    /** The shortest timeout that brokers allow by default. It is longer than {@link #TIMEOUT_MS}. */
    private static final String SESSION_MS = "6000";

    private static final String[] BOTS = {"b0", "b1", "b2", "b3", "silent"};

    private final Domain domain = new JobsDomain();

    @TempDir
    private Path data;

    @Test
    void shouldKeepBotsWhoseSyncsAFrozenIntakeMustRead() throws Exception {
        Map<String, String> own = Map.of(
                Setting.HTTP_PORT.key(),
                "0",
                "kafka.session.timeout.ms",
                SESSION_MS,
                "streams.main.consumer.session.timeout.ms",
                SESSION_MS);
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(domain, own);
                LeasedBots bots = new LeasedBots(tenant, DELIVERY_MS);
                RunProcess one = instance(tenant, "one");
                RunProcess two = instance(tenant, "two")) {
            // given bots on input partitions of both instances
            bots.await(
                    "both to take part",
                    () -> intakes(tenant).size() == 2 && scheduling(tenant).size() == 2);
            bots.assign(TIMEOUT_MS, BOTS);

            // when the instance that does not decide the bots is frozen
            String decides = decides(tenant);
            RunProcess frozen = decides.startsWith("one") ? two : one;
            frozen.freeze();
            bots.await("the other to read all", () -> intakes(tenant).size() == 1 && allTaken(tenant));
            frozen.thaw();
            bots.await("both to take part again", () -> intakes(tenant).size() == 2);

            // then only the silent bot is lost
            bots.fallSilent("silent");
            bots.awaitLost("silent");
            for (String bot : BOTS) {
                if (!bot.equals("silent")) {
                    bots.complete(bot);
                }
            }
            assertThat(tenant.failures()).isEmpty();
            assertThat(tenant.rejections().toEnd()).isEmpty();
            tenant.awaitDecided();
            assertThat(one.audit()).isZero();
        }
    }

    private RunProcess instance(Tenant tenant, String id) throws Exception {
        Path folder = Files.createDirectory(data.resolve(id));
        Map<String, String> settings = new TreeMap<>(tenant.settings().under(""));
        settings.put(Setting.INSTANCE_ID.key(), id);
        settings.put("streams.state.dir", folder.resolve("state").toString());
        return new RunProcess(domain, folder, settings);
    }

    /** Returns the partitions of each instance's intake. */
    private static Map<String, Collection<TopicPartition>> intakes(Tenant tenant) {
        return members(tenant, tenant.names().intake());
    }

    private static Map<String, Collection<TopicPartition>> scheduling(Tenant tenant) {
        return members(tenant, tenant.names().scheduler());
    }

    private static Map<String, Collection<TopicPartition>> members(Tenant tenant, String group) {
        Map<String, Collection<TopicPartition>> members = new TreeMap<>();
        for (MemberDescription member : Objects.requireNonNull(AdminAnswers.get(tenant.admin()
                                .describeConsumerGroups(List.of(group))
                                .all())
                        .get(group))
                .members()) {
            if (!member.assignment().topicPartitions().isEmpty()) {
                members.put(
                        member.groupInstanceId().orElseThrow(),
                        member.assignment().topicPartitions());
            }
        }
        return members;
    }

    /** Returns the instance that decides the bots, which are all in one cohort. */
    private static String decides(Tenant tenant) {
        int partition = Partitions.of("default".getBytes(UTF_8), 2);
        TopicPartition log = new TopicPartition(tenant.names().log(), partition);
        return scheduling(tenant).entrySet().stream()
                .filter(member -> member.getValue().contains(log))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /**
     * Waits until intake has read the current syncs of all bots. Returns true, so that it can be used as a condition.
     */
    private static boolean allTaken(Tenant tenant) {
        tenant.awaitTaken(JobsTopics.BOTS);
        return true;
    }
}
