package dev.rota.cli.cluster;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Causes;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.utils.Utils;

/** Finds the reason why a cluster cannot be reached, and describes it with its remedy in one line. */
final class NoConnection {

    private static final int PROBE_MS = 2_000;

    private final Settings settings;
    private final String bootstrap;

    NoConnection(Settings settings) {
        this.settings = settings;
        this.bootstrap = settings.text(Setting.BOOTSTRAP);
    }

    /** Describes why a client could not be created: a file, a password or a class in its settings is wrong. */
    static String clientFailed(Throwable failure) {
        List<String> chain = new ArrayList<>();
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && chain.stream().noneMatch(said -> said.contains(message))) {
                chain.add(message);
            }
        }
        return "expected Kafka settings that a client can be created with, but "
                + (chain.isEmpty() ? failure : String.join(": ", chain));
    }

    /** Returns whether a client could not be created because no address in its settings can be resolved. */
    static boolean isUnresolved(KafkaException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof ConfigException
                && String.valueOf(cause.getMessage()).startsWith("No resolvable bootstrap urls");
    }

    /** Returns whether brokers may answer later: they did not answer, rather than refuse. */
    static boolean mayComeLater(@Nullable Throwable failure) {
        return !(failure instanceof AuthenticationException);
    }

    /** Describes why the brokers refused the connection, or did not answer in time. */
    String why(@Nullable Throwable failure, long waitedMs) {
        if (failure instanceof SaslAuthenticationException) {
            return "expected " + bootstrap + " to accept the login, but it was refused: " + failure.getMessage()
                    + ". Check kafka.sasl.mechanism, and user and password in kafka.sasl.jaas.config";
        }
        if (failure instanceof SslAuthenticationException) {
            return tlsFailed(failure);
        }
        return "expected a Kafka broker at " + bootstrap + ", but none answered in " + waitedMs / 1_000 + " s"
                + probed()
                + ". Start one with 'rota dev', or name another cluster with --set kafka.bootstrap.servers=HOST:PORT or"
                + " ROTA_KAFKA_BOOTSTRAP_SERVERS=HOST:PORT";
    }

    private String tlsFailed(Throwable failure) {
        String message = String.valueOf(Causes.deepest(failure).getMessage());
        String what = "expected a TLS connection to " + bootstrap + ", but " + message;
        if (message.contains("certification path") || message.contains("path building")) {
            return what + ". The broker's certificate is not signed by an authority in kafka.ssl.truststore.location";
        }
        if (message.contains("plaintext connection")) {
            return what + ". The listener does not use TLS: check the port and kafka.security.protocol";
        }
        if (message.contains("No subject alternative")) {
            return what + ". Use a host name that the broker's certificate has";
        }
        return what + ". Check kafka.ssl.truststore.location, and kafka.ssl.keystore.location if brokers want a"
                + " certificate";
    }

    /** Returns whether a server listens at the first address, in words. Kafka's client does not report that. */
    String probed() {
        String address = bootstrap.split(",")[0].strip();
        String host = Utils.getHost(address);
        Integer port = Utils.getPort(address);
        if (host == null || port == null) {
            return "";
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), PROBE_MS);
            return ": a server listens there, but has not answered: it may be starting or overloaded, or the listener"
                    + " may have another protocol than kafka.security.protocol, which is " + protocol()
                    + (protocol().endsWith("SSL") ? "" : ": with TLS, set it to SSL or SASL_SSL");
        } catch (UnknownHostException e) {
            return ": there is no host " + host;
        } catch (IOException e) {
            return ": " + e.getMessage();
        }
    }

    private String protocol() {
        return settings.kafka()
                .getProperty(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT")
                .toUpperCase(Locale.ROOT);
    }
}
