package dev.rota.cli.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.Test;

/** Each cause of a failed connection has its own line. */
class NoConnectionTest {

    private static final byte TLS_ALERT = 21;
    private static final String HTTP = "HTTP/1.1 400 Bad Request";

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
    void shouldNoticeAListenerThatSpeaksTls() throws Exception {
        try (Answering listener = new Answering(new byte[] {TLS_ALERT, 3, 3, 0, 2, 2, 40})) {
            assertThat(to(listener.address()).why(null, 15_000))
                    .startsWith("expected a Kafka broker at " + listener.address() + ", but none answered in 15 s: it"
                            + " speaks TLS, but kafka.security.protocol is PLAINTEXT; set it to SSL or SASL_SSL. ");
        }
    }

    @Test
    void shouldNoticeSomethingElse() throws Exception {
        try (Answering listener = new Answering(HTTP.getBytes(US_ASCII))) {
            assertThat(to(listener.address()).why(null, 15_000))
                    .contains(": something listens there, but does not answer as a broker would. ");
        }
    }

    @Test
    void shouldNoticeThatNothingListens() throws Exception {
        assertThat(to("127.0.0.1:1").why(null, 15_000))
                .contains("but none answered in 15 s: Connection refused")
                .contains("ROTA_KAFKA_BOOTSTRAP_SERVERS=HOST:PORT");
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
                .hasMessageStartingWith("expected Kafka settings that a client can be made with, but ")
                .hasMessageContaining("/no/such/trust.jks");
    }

    private static NoConnection to(String bootstrap) {
        return new NoConnection(Settings.of(Map.of("kafka.bootstrap.servers", bootstrap)));
    }

    /** A server that sends the same bytes to each client. */
    private static final class Answering implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

        Answering(byte[] answer) throws IOException {
            Thread thread = new Thread(() -> answer(answer), "answering");
            thread.setDaemon(true);
            thread.start();
        }

        private void answer(byte[] answer) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write(answer);
                // The answer would be lost if the socket were closed with unread bytes.
                client.getInputStream().readNBytes(52);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        String address() {
            return "127.0.0.1:" + server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
