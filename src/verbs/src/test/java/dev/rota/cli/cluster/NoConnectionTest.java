package dev.rota.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import dev.rota.settings.Settings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.Test;

/** Each cause of a failed connection has a line of its own in the output. */
class NoConnectionTest {

    @Test
    void shouldNameARefusedLogin() {
        assertThat(to("b:9093").why(new SaslAuthenticationException("Authentication failed"), 15_000))
                .isEqualTo("expected b:9093 to accept the login, but it was refused: Authentication failed. Check"
                        + " kafka.sasl.mechanism, and user and password in kafka.sasl.jaas.config");
    }

    @Test
    void shouldNameACertificateThatIsNotTrusted() {
        SSLHandshakeException untrusted =
                new SSLHandshakeException("PKIX path building failed: unable to find valid certification path");
        assertThat(to("b:9093").why(new SslAuthenticationException("SSL handshake failed", untrusted), 15_000))
                .startsWith("expected a TLS connection to b:9093, but PKIX path building failed")
                .endsWith("The broker's certificate is not signed by an authority in kafka.ssl.truststore.location");
    }

    @Test
    void shouldNoticeSomethingElse() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(to("127.0.0.1:" + listener.getLocalPort()).why(null, 15_000))
                    .contains(": a server listens there, but has not answered: it may be starting or overloaded, or the"
                            + " listener may have another protocol than kafka.security.protocol, which is"
                            + " PLAINTEXT: with TLS, set it to SSL or SASL_SSL. ");
        }
    }

    @Test
    void shouldNoticeThatNothingListens() throws Exception {
        assertThat(to("127.0.0.1:1").why(null, 15_000))
                .contains("but none answered in 15 s: Connection refused")
                .contains("ROTA_KAFKA_BOOTSTRAP_SERVERS=HOST:PORT");
    }

    /** Kafka reports it in a sentence only. */
    @Test
    void shouldRecognizeANameThatCannotBeResolved() {
        Settings settings = Settings.of(Map.of("kafka.bootstrap.servers", "no-such-host.invalid:9092"));
        assertThatThrownBy(() -> Cluster.of(settings))
                .isInstanceOfSatisfying(
                        KafkaException.class,
                        failure ->
                                assertThat(NoConnection.isUnresolved(failure)).isTrue());
        assertThat(to("no-such-host.invalid:9092").probed()).isEqualTo(": there is no host no-such-host.invalid");
    }

    @Test
    void shouldNameAFileThatTheClientCannotRead() {
        Settings settings = Settings.of(Map.of(
                "kafka.bootstrap.servers", "127.0.0.1:1",
                "kafka.security.protocol", "SSL",
                "kafka.ssl.truststore.location", "/no/such/trust.jks",
                "kafka.ssl.truststore.password", "secret"));
        assertThatThrownBy(() -> Cluster.of(settings))
                .isInstanceOf(Unusable.class)
                .hasMessageStartingWith("expected Kafka settings that a client can be created with, but ")
                .hasMessageContaining("/no/such/trust.jks");
    }

    private static NoConnection to(String bootstrap) {
        return new NoConnection(Settings.of(Map.of("kafka.bootstrap.servers", bootstrap)));
    }
}
