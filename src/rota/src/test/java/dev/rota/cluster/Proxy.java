package dev.rota.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards TCP connections to brokers. While it is cut, it holds bytes back, as if packets were lost. When it is joined
 * again it forwards them, as TCP retransmits.
 */
public final class Proxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 16_384;

    private final List<ServerSocket> servers = new ArrayList<>();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private volatile boolean cut;
    private volatile boolean closed;

    /** Listens on one port for each of {@code brokers} brokers. */
    Proxy(int brokers) throws IOException {
        for (int i = 0; i < brokers; i++) {
            servers.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        }
    }

    List<Integer> ports() {
        return servers.stream().map(ServerSocket::getLocalPort).toList();
    }

    /** Begins to forward to the brokers' ports. */
    void forward(List<Integer> brokers) {
        for (int i = 0; i < servers.size(); i++) {
            ServerSocket server = servers.get(i);
            int broker = brokers.get(i);
            daemon(() -> accept(server, broker));
        }
    }

    public void cut() {
        cut = true;
    }

    public void join() {
        synchronized (gate) {
            cut = false;
            gate.notifyAll();
        }
    }

    private void accept(ServerSocket server, int broker) {
        while (!closed) {
            try {
                Socket client = server.accept();
                sockets.add(client);
                daemon(() -> connect(client, broker));
            } catch (IOException e) {
                requireClosed(e);
            }
        }
    }

    private void connect(Socket client, int broker) {
        try {
            pass();
            Socket target = new Socket(InetAddress.getLoopbackAddress(), broker);
            sockets.add(target);
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            daemon(() -> pump(client, target));
            pump(target, client);
        } catch (IOException e) {
            // the broker is down
            end(client);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                pass();
                out.write(buffer, 0, read);
            }
            pass();
        } catch (IOException e) {
            // one side has closed its connection, or is gone: close the other
        }
        end(from);
        end(to);
    }

    /** Waits while the proxy is cut. */
    private void pass() throws IOException {
        synchronized (gate) {
            while (cut && !closed) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        }
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireClosed(IOException e) {
        if (!closed) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        join();
        for (ServerSocket server : servers) {
            server.close();
        }
        sockets.forEach(this::end);
    }
}
