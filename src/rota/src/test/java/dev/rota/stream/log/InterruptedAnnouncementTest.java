package dev.rota.stream.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.OutputFormat;
import dev.rota.kafka.LogHeaders;
import dev.rota.settings.Setting;
import dev.rota.stream.FormerTraffic;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Full;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Crashes an announcement of rules after each number of appends, while an instance that supports these rules decides at
 * Ticks in all partitions.
 */
@Tag("broker")
@Full
class InterruptedAnnouncementTest {

    private static final Set<String> HOUSEHOLDS = Set.of("h0", "h1", "h2", "h3", "h4", "h5");

    /** The crash of the announcing process. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    /** Intake writes the schemas of the latest rules that were announced, and the log contains no others. */
    @Test
    void shouldDecideByTheRulesBeforeInAPartitionThatNothingWasWrittenTo() throws Exception {
        try (Tenant before = CLUSTER.tenant(ChoresDomain.formerBuild());
                Tenant tenant = new Tenant(new ChoresDomain(), before.settings().under(""))) {
            // given an announcement that ended before it reached the second of two partitions
            before.startReady().close();
            assertThat(announcementCrashes(tenant, record -> record.partition() == 1 && isRules(record, 2)))
                    .isTrue();

            // when
            TopicTail tasks = tenant.tail(Chores.TASKS);
            tenant.startReady();
            FormerTraffic traffic = new FormerTraffic(before);
            for (String household : HOUSEHOLDS) {
                traffic.produce(Chores.added(household, "dishes"));
            }

            // then
            tenant.awaitTaken(Chores.EVENTS);
            tenant.awaitDecided();
            assertThat(households(tasks, 0, "")).isEqualTo(HOUSEHOLDS);
            assertThat(households(tasks, 0, "chores/1"))
                    .isNotEmpty()
                    .doesNotContainAnyElementsOf(households(tasks, 0, "chores/2"));
            assertThat(tenant.failures()).isEmpty();
        }
    }

    private static boolean isRules(ProducerRecord<byte[], byte[]> record, int rules) {
        return LogFormat.isRules(LogHeaders.lookUp(record.headers()))
                && String.valueOf(rules).equals(new String(record.value(), UTF_8));
    }

    private static boolean announcementCrashes(Tenant tenant, Predicate<ProducerRecord<byte[], byte[]>> at)
            throws InterruptedException {
        AnnouncementClients clients = new KafkaAnnouncementClients(tenant.names(), tenant.settings(), tenant.admin()) {
            @Override
            public Producer<byte[], byte[]> log() {
                return crashing(super.log(), at);
            }
        };
        RulesAnnouncement announcement = new RulesAnnouncement(tenant.names(), tenant.settings(), clients);
        try {
            announcement.announce(2, Tenant.registry(tenant.settings().text(Setting.REGISTRY_URL)));
            return false;
        } catch (Crash e) {
            return true;
        }
    }

    @SuppressWarnings("unchecked") // a proxy of only this interface
    private static Producer<byte[], byte[]> crashing(
            Producer<byte[], byte[]> producer, Predicate<ProducerRecord<byte[], byte[]>> at) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("send") && at.test((ProducerRecord<byte[], byte[]>) arguments[0])) {
                        throw new Crash();
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /**
     * Returns the households that have had tasks since {@code known}, by the given rules, or by any if they are empty.
     */
    private static Set<String> households(TopicTail tasks, int known, String rules) {
        return tasks.toEnd().stream()
                .skip(known)
                .filter(task -> rules.isEmpty()
                        || Tenant.header(task, OutputFormat.RULES).equals(rules))
                .map(task -> Tenant.header(task, OutputFormat.UNIT))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
