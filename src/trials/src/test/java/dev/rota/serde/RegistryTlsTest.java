package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private Path dir;

    @Test
    void shouldTrustAndBeTrustedByCertificate() throws Exception {
        // given
        Path keys = dir.resolve("keys.p12");
        makeKey(keys);
        Map<String, String> stores = new TreeMap<>();
        for (String store : List.of("ssl.truststore", "ssl.keystore")) {
            stores.put(store + ".location", keys.toString());
            stores.put(store + ".password", PASSWORD);
        }
        SSLContext context = Objects.requireNonNull(RegistryTls.of(stores).context());
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setNeedClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        try (ScriptedRegistry registry = new ScriptedRegistry(server).then(200, "{\"schema\":\"\\\"string\\\"\"}")) {
            Map<String, String> properties = new TreeMap<>();
            stores.forEach((name, value) -> properties.put("schema.registry." + name, value));
            properties.put("schema.registry.url", "https://" + registry.address());

            // when
            Schema schema = RegistryClient.of(properties).byId(1);

            // then
            assertThat(schema).isEqualTo(Schema.create(Schema.Type.STRING));
        }
    }

    private static void makeKey(Path keys) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        Map.of(
                        "-alias", "rota",
                        "-dname", "CN=localhost",
                        "-ext", "SAN=dns:localhost,ip:127.0.0.1",
                        "-keyalg", "EC",
                        "-storetype", "PKCS12",
                        "-storepass", PASSWORD,
                        "-keystore", keys.toString())
                .forEach((option, value) -> command.addAll(List.of(option, value)));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
    }
}
