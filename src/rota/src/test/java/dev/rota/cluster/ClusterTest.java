package dev.rota.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.Owners;
import dev.rota.kafka.Partitions;
import dev.rota.local.LocalNode;
import dev.rota.settings.Setting;
import dev.rota.stream.RunProcess;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs three instances of one domain on three brokers under constant traffic. Whichever fails, the others decide all
 * inputs. At the end each input has been decided once.
 */
@TestMethodOrder(OrderAnnotation.class)
@Tag("broker")
@Tag("embedded")
@Full
class ClusterTest {

    private static final int PARTITIONS = 6;

    /** The last instance reaches the brokers only through the proxy. */
    private static final List<String> INSTANCES = List.of("first", "second", "proxied");

    @TempDir
    private static Path folder;

    private static final Map<String, RunProcess> RUNS = new HashMap<>();
    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private static Cluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static Tenant tenant;

    @SuppressWarnings("NullAway.Init")
    private static JobTraffic traffic;

    @BeforeAll
    static void startAll() throws Exception {
        cluster = open(new Cluster(folder));
        Map<String, String> settings = cluster.settings("farm.", PARTITIONS);
        settings.put(Setting.INSTANCE_SETTLE_MS.key(), "0");
        settings.putAll(JobTraffic.SETTINGS);
        tenant = open(new Tenant(JobTraffic.DOMAIN, settings));
        for (String instance : INSTANCES) {
            Map<String, String> own = new TreeMap<>(settings);
            own.put(Setting.INSTANCE_ID.key(), instance);
            own.put(
                    "streams.state.dir",
                    folder.resolve(instance).resolve("state").toString());
            if (instance.equals("proxied")) {
                own.put(Setting.BOOTSTRAP.key(), cluster.proxiedServers());
            }
            RunProcess run = open(RunProcess.unstarted(JobTraffic.DOMAIN.name(), folder.resolve(instance), own));
            run.begin();
            RUNS.put(instance, run);
        }
        for (RunProcess run : RUNS.values()) {
            run.awaitRunning();
        }
        traffic = open(new JobTraffic(tenant, PARTITIONS, 3));
        traffic.awaitDecided();
    }

    private static <T extends AutoCloseable> T open(T one) {
        OPEN.add(0, one);
        return one;
    }

    @AfterAll
    static void closeAll() throws Exception {
        for (AutoCloseable one : OPEN) {
            one.close();
        }
    }

    @Test
    @Order(1)
    void shouldDecideElsewhereWhatAKilledInstanceDecided() throws Exception {
        RunProcess victim = owner("first");

        victim.kill();

        traffic.awaitDecided();
        assertThat(victim.isAlive()).isFalse();
        victim.begin();
    }

    @Test
    @Order(2)
    void shouldDecideElsewhereWhileAnInstanceIsFrozen() throws Exception {
        RunProcess victim = owner("second");

        victim.freeze();

        traffic.awaitDecided();
        awaitNothingOwnedBy("second");
        victim.thaw();
        owner("second");
        assertThat(victim.isAlive()).isTrue();
    }

    @Test
    @Order(3)
    void shouldDecideElsewhereAfterAPlannedStop() throws Exception {
        RunProcess victim = owner("first");

        victim.terminate();

        traffic.awaitDecided();
        victim.begin();
    }

    @Test
    @Order(4)
    void shouldDecideWhileABrokerIsDown() throws Exception {
        LocalNode victim = cluster.brokers().get(0);

        victim.kill();

        traffic.awaitDecided();
        victim.start();
        victim.awaitStarted();
    }

    @Test
    @Order(5)
    void shouldDecideElsewhereWhileAnInstanceIsCutOff() throws Exception {
        RunProcess victim = owner("proxied");

        cluster.proxy().cut();

        awaitNothingOwnedBy("proxied");
        traffic.awaitDecided();
        cluster.proxy().join();
        owner("proxied");
        assertThat(victim.isAlive()).isTrue();
    }

    @Test
    @Order(6)
    void shouldHaveDecidedEachInputOnce() throws Exception {
        traffic.end();

        traffic.assertDecidedOnce();
        assertThat(tenant.rejections().toEnd()).isEmpty();
        assertThat(run("first").audit()).isZero();
    }

    /** Waits until an instance decides some of the cohorts, and returns it. */
    private static RunProcess owner(String instance) throws IOException {
        Await.untilTransactionsEnd(
                () -> instance + " decides some cohorts, but " + owners(),
                () -> !cohorts(owners().getOrDefault(instance, new TreeSet<>())).isEmpty());
        return run(instance);
    }

    private static void awaitNothingOwnedBy(String instance) {
        Await.untilTransactionsEnd(() -> "nothing is decided by " + instance + ", but " + owners(), () -> {
            SortedMap<String, Set<Integer>> now = owners();
            return !now.isEmpty() && !now.containsKey(instance);
        });
    }

    private static SortedMap<String, Set<Integer>> owners() {
        return Owners.of(
                tenant.admin(), tenant.names().scheduler(), tenant.names().log());
    }

    private static Set<String> cohorts(Set<Integer> partitions) {
        Set<String> cohorts = new TreeSet<>();
        for (int number = 0; number < JobTraffic.COHORTS; number++) {
            String cohort = JobTraffic.cohort(number);
            if (partitions.contains(Partitions.of(cohort.getBytes(UTF_8), PARTITIONS))) {
                cohorts.add(cohort);
            }
        }
        return cohorts;
    }

    private static RunProcess run(String instance) {
        return Objects.requireNonNull(RUNS.get(instance));
    }
}
