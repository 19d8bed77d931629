package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.local.Certificates;
import dev.rota.local.FreePort;
import dev.rota.local.SecuredBroker;
import dev.rota.registry.RegistryServer;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the package for Python on a broker and a registry that require TLS, a certificate and a login. */
@Tag("broker")
@Tag("embedded")
@Full
class SecuredPythonTest {

    private static final String LOGIN = "python:of-python";
    private static final String POOL = "noted";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldHandleRecordsWithTheGrantsOfAStatelessWorker() throws Exception {
        Language.PYTHON.interpreter();
        try (SecuredBroker broker = new SecuredBroker(folder, List.of());
                RegistryServer open = RegistryServer.local(broker.internalServers(), 0);
                RegistryServer secured = RegistryServer.of(Settings.of(Map.of(
                        Setting.BOOTSTRAP.key(),
                        broker.internalServers(),
                        Setting.REPLICATION_FACTOR.key(),
                        "1",
                        Setting.REGISTRY_PORT.key(),
                        String.valueOf(FreePort.next()),
                        Setting.REGISTRY_USER_INFO.key(),
                        LOGIN,
                        Setting.REGISTRY_KEYSTORE.key(),
                        broker.brokerKeystore().toString(),
                        Setting.REGISTRY_KEYSTORE_PASSWORD.key(),
                        Certificates.PASSWORD)));
                Tenant tenant = new Tenant(
                        new ShardsDomain(),
                        Map.of(
                                Setting.BOOTSTRAP.key(), broker.internalServers(),
                                Setting.REGISTRY_URL.key(), open.url(),
                                Setting.PARTITIONS.key(), "2",
                                Setting.REPLICATION_FACTOR.key(), "1",
                                Setting.MIN_INSYNC_REPLICAS.key(), "1"))) {
            // given
            grant(broker);
            tenant.startReady();
            PoolPolicy policy = PoolPolicy.newBuilder().setStateless(true).build();
            tenant.produce("shards.controls", POOL, new PoolControl(POOL, policy));
            tenant.produce("shards.transactions", "s", Transactions.of(POOL, "s", "t", ByteBuffer.allocate(0)));
            Path certificate = folder.resolve("broker.pem");
            Certificates.export(broker.brokerKeystore(), certificate);

            // when
            try (ClientProcess worker = ClientProcess.start(
                    Language.PYTHON,
                    Map.of(
                            "ROTA_KAFKA_BOOTSTRAP_SERVERS", broker.certifiedServers(),
                            "ROTA_KAFKA_SECURITY_PROTOCOL", "SSL",
                            "ROTA_KAFKA_SSL_CA_LOCATION", certificate.toString(),
                            "ROTA_KAFKA_SSL_KEYSTORE_LOCATION",
                                    broker.keystore().toString(),
                            "ROTA_KAFKA_SSL_KEYSTORE_PASSWORD", Certificates.PASSWORD,
                            "ROTA_SCHEMA_REGISTRY_URL", secured.url(),
                            "ROTA_SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO", LOGIN,
                            "SSL_CERT_FILE", certificate.toString()),
                    folder,
                    Language.PYTHON.foreign("noting"),
                    POOL,
                    "w",
                    folder.resolve("noted").toString())) {

                // then
                Await.until(
                        () -> "the record to be handled: " + worker.output(),
                        () -> Files.exists(folder.resolve("noted")));
                worker.end();
                assertThat(worker.output()).isEmpty();
            }
            tenant.awaitTaken("shards.workers");
            tenant.awaitDecided();
            assertThat(tenant.values(
                            ReceiptsCommitted.class,
                            tenant.tail("shards.receipts").toEnd()))
                    .hasSize(1);
        }
    }

    private void grant(SecuredBroker broker) throws Exception {
        List<String> lines = new ArrayList<>();
        broker.settings(SecuredBroker.ADMIN).forEach((name, value) -> lines.add(name + "=" + value));
        Path config = Files.write(folder.resolve("admin.properties"), lines);
        VerbRun run = VerbRun.here(
                "topics",
                "--acls",
                "--apply",
                "--domains=shards",
                "--principal=stateless-worker=" + SecuredBroker.CERTIFIED,
                "--config=" + config);
        assertThat(run.code()).as(run.out() + run.err()).isZero();
    }
}
