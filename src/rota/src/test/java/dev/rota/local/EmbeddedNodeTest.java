package dev.rota.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.ServerSocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what {@link EmbeddedNode} relies on inside Kafka's server, which a new version may change without notice. */
@Tag("broker")
@Tag("embedded")
class EmbeddedNodeTest {

    @TempDir
    private Path dir;

    @Test
    void shouldThrowInsteadOfEndingTheProcessIfTheControllersPortIsTaken() throws Exception {
        // given
        NodeFolder.format(dir, 1, NodeFolder.clusterId());
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(Ports.address(0));
            EmbeddedNode node =
                    new EmbeddedNode(config(taken.getLocalPort()), Time.SYSTEM, ServerSocketFactory.INSTANCE);

            // then
            assertThatThrownBy(node::start).rootCause().hasMessageContaining("Address already in use");
        }

        // and nothing of the failed node still runs, so another one can start
        try (HeldPorts ports = new HeldPorts(0)) {
            EmbeddedNode node = new EmbeddedNode(config(ports.port(0)), Time.SYSTEM, ports);
            node.start();
            assertThat(node.shared().loader()).isNotNull();
            node.stop();
        }
    }

    @Test
    void shouldHoldAPortUntilSomebodyListens() throws Exception {
        HeldPorts ports = new HeldPorts(0, 0);
        InetSocketAddress first = Ports.address(ports.port(0));
        InetSocketAddress second = Ports.address(ports.port(1));
        assertThat(first).isNotEqualTo(second);
        assertThatThrownBy(() -> new HeldPorts(first.getPort()))
                .isInstanceOf(NotStarted.class)
                .hasMessage("port " + first.getPort() + " is already in use");

        // when
        try (ServerSocketChannel listening = ports.openServerSocket("PLAINTEXT", first, 50, -1)) {
            ports.close();

            // then
            assertThat(listening.getLocalAddress()).isEqualTo(first);
            new Socket(first.getAddress(), first.getPort()).close();
            bindAndRelease(second);
        }
    }

    @Test
    void shouldReleaseWhatItHoldsIfOneIsTaken() throws Exception {
        // given
        int free = free();
        try (HeldPorts taken = new HeldPorts(0)) {
            // when
            assertThatThrownBy(() -> new HeldPorts(free, taken.port(0))).isInstanceOf(NotStarted.class);

            // then
            bindAndRelease(Ports.address(free));
        }
    }

    @Test
    void shouldOpenAPortThatItDoesNotHold() throws Exception {
        try (HeldPorts taken = new HeldPorts(0);
                HeldPorts ports = new HeldPorts()) {
            assertThatThrownBy(() -> ports.openServerSocket("PLAINTEXT", Ports.address(taken.port(0)), 50, -1))
                    .isInstanceOf(KafkaException.class)
                    .hasMessageContaining("Address already in use");
        }
    }

    private static int free() {
        return Ports.lasting(1)[0];
    }

    private static void bindAndRelease(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            assertThat(socket.getLocalPort()).isEqualTo(address.getPort());
        }
    }

    /** Returns the configuration of a node that is only a controller. */
    private KafkaConfig config(int port) {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "process.roles",
                "controller",
                "node.id",
                "1",
                "controller.listener.names",
                NodeFolder.CONTROLLER,
                "listener.security.protocol.map",
                NodeFolder.CONTROLLER + ":PLAINTEXT",
                "listeners",
                NodeFolder.CONTROLLER + "://" + Ports.HOST + ":" + port,
                "controller.quorum.voters",
                "1@" + Ports.HOST + ":" + port,
                "log.dirs",
                dir.toString()));
        return KafkaConfig.fromProps(properties, false);
    }
}
