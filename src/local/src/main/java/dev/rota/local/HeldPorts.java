package dev.rota.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Ports that are bound until Kafka listens on them. A port that was merely found to be free can be taken by another
 * server, or as the local port of a connection, before Kafka binds it.
 */
final class HeldPorts implements ServerSocketFactory, AutoCloseable {

    private final Map<Integer, ServerSocketChannel> held = new HashMap<>();
    private final int[] ports;

    /**
     * Binds each of the wanted ports, or any free port for 0.
     *
     * @throws NotStarted if one of the ports is in use
     */
    HeldPorts(int... wanted) {
        ports = new int[wanted.length];
        try {
            for (int i = 0; i < wanted.length; i++) {
                ports[i] = hold(wanted[i]);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Binds a further port, and returns it. */
    synchronized int hold(int wanted) {
        ServerSocketChannel channel = bind(wanted);
        int port = channel.socket().getLocalPort();
        held.put(port, channel);
        return port;
    }

    /** Returns the port that was bound for the wanted port at an index. */
    int port(int place) {
        return ports[place];
    }

    @Override
    public synchronized ServerSocketChannel openServerSocket(
            String listener, InetSocketAddress address, int backlog, int receiveBuffer) throws IOException {
        ServerSocketChannel channel = held.remove(address.getPort());
        if (channel == null) {
            return INSTANCE.openServerSocket(listener, address, backlog, receiveBuffer);
        }
        channel.configureBlocking(false);
        return channel;
    }

    /** Releases the ports on which Kafka does not listen. */
    @Override
    public synchronized void close() {
        try {
            for (ServerSocketChannel channel : held.values()) {
                channel.close();
            }
            held.clear();
        } catch (IOException e) {
            throw new NotStarted("expected to release a port, but " + e.getMessage(), e);
        }
    }

    private static ServerSocketChannel bind(int port) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                return channel.bind(Ports.address(port));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw Ports.taken(port);
        }
    }
}
