package dev.rota.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ports on 127.0.0.1. */
final class Ports {

    static final String HOST = "127.0.0.1";

    private static final Logger LOG = LoggerFactory.getLogger(Ports.class);

    /** The first candidate. On Linux, outgoing connections use ports from 32768 on. */
    private static final int LASTING_MIN = 12_000;

    private static final int LASTING_MAX = 32_000;

    private Ports() {}

    /**
     * Returns free ports below the range that systems use for outgoing connections, so that no connection takes a port
     * while its server is down.
     */
    static int[] lasting(int count) {
        int[] ports = new int[count];
        try (HeldPorts held = new HeldPorts()) {
            for (int i = 0; i < count; ) {
                try {
                    ports[i] = held.hold(ThreadLocalRandom.current().nextInt(LASTING_MIN, LASTING_MAX));
                    i++;
                } catch (NotStarted e) {
                    LOG.debug("another port instead: {}", e.getMessage());
                }
            }
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
}
