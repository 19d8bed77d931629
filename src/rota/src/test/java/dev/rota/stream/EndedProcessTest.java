package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.local.FreePort;
import dev.rota.settings.Setting;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import dev.rota.workload.Traffic;
import dev.rota.workload.cores.CoresWorkloads;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes watch each other: one notices how the other one ends. */
@Tag("broker")
@Tag("embedded")
@Full
class EndedProcessTest {

    private static final Pattern TAKEOVERS = Pattern.compile("rota_takeovers_total\\{[^}]*} ([0-9.]+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Domain domain = new CoresDomain();
    private final Traffic traffic =
            Objects.requireNonNull(new CoresWorkloads().byName().get("many-small"));
    private int produced;

    @TempDir
    private Path folder;

    /** An instance in a process of its own. */
    private record Instance(RunProcess process, String address) {}

    private Instance instance(Tenant tenant, String id) throws Exception {
        int port = FreePort.next();
        Map<String, String> settings = new TreeMap<>(tenant.settings().under(""));
        settings.put(Setting.INSTANCE_ID.key(), id);
        settings.put(Setting.HTTP_PORT.key(), String.valueOf(port));
        settings.put(Setting.HTTP_HOST.key(), "127.0.0.1");
        settings.put(Setting.HTTP_ADVERTISED.key(), "127.0.0.1:" + port);
        settings.put("streams.state.dir", folder.resolve(id).resolve("state").toString());
        // a session that lasts for the whole test: what is decided before its end was taken over
        settings.put("kafka.session.timeout.ms", "300000");
        settings.put("streams.main.consumer.session.timeout.ms", "300000");
        RunProcess process = RunProcess.unstarted(domain.name(), folder.resolve(id), settings);
        process.start();
        return new Instance(process, "127.0.0.1:" + port);
    }

    @Test
    void shouldTakeOverFromAProcessThatIsKilled() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(
                        domain, Map.of(Setting.PARTITIONS.key(), "4", Setting.INSTANCE_SETTLE_MS.key(), "0"))) {
            Instance stays = instance(tenant, "stays");
            try (RunProcess first = stays.process()) {
                Instance comes = instance(tenant, "comes");
                try (RunProcess second = comes.process()) {
                    watched(stays, comes);

                    // when it is killed, and started again under the same name and address while it is taken over
                    for (int kills = 1; kills <= 3; kills++) {
                        second.kill();
                        if (kills == 1) {
                            decided(tenant);
                        }
                        second.start();
                        watched(stays, comes);
                        decided(tenant);

                        // then
                        int expected = kills;
                        Await.until("a takeover", () -> takeovers(stays) >= expected);
                    }

                    // and when it is frozen, or stops as planned
                    second.freeze();
                    decidedBy(tenant, stays);
                    second.thaw();
                    watched(stays, comes);
                    second.terminate();
                    decided(tenant);

                    // then nobody suspects it
                    assertThat(takeovers(stays)).isEqualTo(3);
                    assertThat(first.isAlive()).isTrue();
                }
            }
            assertThat(tenant.failures()).isEmpty();
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(produced);
        }
    }

    /** Waits until each of two instances watches the other one, and is ready. */
    private void watched(Instance one, Instance other) {
        watches(one, other);
        watches(other, one);
    }

    private void watches(Instance instance, Instance peer) {
        for (String part : List.of("\"" + peer.address() + "\":\"watched\"", "\"ready\":true}")) {
            Await.until(
                    () -> part + ", but " + page(instance, "/health/ready"),
                    () -> page(instance, "/health/ready").contains(part));
        }
    }

    private void produce(Tenant tenant) throws InterruptedException {
        for (Traffic.Fact fact : traffic.at(0)) {
            tenant.produce(fact.topic(), fact.key(), fact.value());
            produced++;
        }
    }

    private void decided(Tenant tenant) throws InterruptedException {
        produce(tenant);
        tenant.flush();
        domain.inputs().forEach(input -> tenant.awaitTaken(input.topic()));
        tenant.awaitDecided();
    }

    /** Produces for the units of a frozen instance, too; they are decided once it is thawed. */
    private void decidedBy(Tenant tenant, Instance instance) throws Exception {
        produce(tenant);
        tenant.flush();
        assertThat(page(instance, "/health/ready")).contains("\"ready\":true}");
    }

    private double takeovers(Instance instance) {
        Matcher count = TAKEOVERS.matcher(page(instance, "/metrics"));
        return count.find() ? Double.parseDouble(Objects.requireNonNull(count.group(1))) : -1;
    }

    private String page(Instance instance, String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + instance.address() + path))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return http.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
