package dev.rota.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ports on 127.0.0.1. */
final class Ports {

    static final String HOST = "127.0.0.1";

    private static final Logger LOG = LoggerFactory.getLogger(Ports.class);

    /** Linux numbers outgoing connections from 32768 on. */
    private static final int LASTING_MIN = 12_000;

    private static final int LASTING_MAX = 32_000;

    private Ports() {}

    /**
     * Free ports below the range from which systems number outgoing connections, so that no connection takes a port
     * while its server is down.
     */
    static int[] lasting(int count) {
        int[] ports = new int[count];
        ServerSocket[] held = new ServerSocket[count];
        try {
            for (int i = 0; i < count; ) {
                ports[i] = ThreadLocalRandom.current().nextInt(LASTING_MIN, LASTING_MAX);
                try {
                    held[i] = hold(ports[i]);
                    i++;
                } catch (NotStarted e) {
                    LOG.debug("another port instead: {}", e.getMessage());
                }
            }
        } finally {
            release(held);
        }
        return ports;
    }

    static NotStarted taken(int port) {
        return new NotStarted("port " + port + " is already in use");
    }

    static InetSocketAddress address(int port) throws IOException {
        if (port < 0 || port > 65_535) {
            throw new NotStarted("expected a port in 0..65535, but it is " + port);
        }
        return new InetSocketAddress(InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1}), port);
    }

    private static ServerSocket hold(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.bind(address(port));
            return socket;
        } catch (IOException e) {
            throw taken(port);
        }
    }

    private static void release(ServerSocket[] sockets) {
        for (ServerSocket socket : sockets) {
            if (socket != null) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new NotStarted("expected to let go of a port, but " + e.getMessage(), e);
                }
            }
        }
    }
}
