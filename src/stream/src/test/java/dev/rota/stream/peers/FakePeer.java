package dev.rota.stream.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rota.stream.common.GroupMember;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The port of another instance, which accepts connections and ends them in every way. */
final class FakePeer implements AutoCloseable {

    private final ServerSocket port;
    private final BlockingQueue<Socket> connections = new LinkedBlockingQueue<>();
    volatile String incarnation = "first";
    volatile List<GroupMember> members = List.of();

    /** Whether the other end is told another address than its own, as behind a proxy. */
    volatile boolean behindProxy;

    /** Whether connections are accepted and not answered. */
    volatile boolean silent;

    /** Whether the process has ended: its port may still accept for a moment, and nobody answers. */
    private volatile boolean ended;

    FakePeer() throws IOException {
        port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::accept, "fake-peer");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return port.getLocalPort();
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    private void accept() {
        try {
            while (!port.isClosed()) {
                Socket socket = port.accept();
                if (ended) {
                    reset(socket);
                    continue;
                }
                if (!silent) {
                    readRequest(socket);
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
                    write(socket, event(greeting(socket).line()));
                }
                connections.add(socket);
            }
        } catch (SocketException e) {
            // The port was closed.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Greeting greeting(Socket socket) {
        String client = Greeting.text((InetSocketAddress) socket.getRemoteSocketAddress());
        String server = Greeting.text((InetSocketAddress) socket.getLocalSocketAddress());
        return new Greeting(incarnation, behindProxy ? "10.0.0.1:80" : client, server, members);
    }

    private static String event(String line) {
        return "event: message\ndata: " + line + "\n\n";
    }

    /** Unread bytes would make the end of the connection a reset. */
    private static void readRequest(Socket socket) throws IOException {
        StringBuilder request = new StringBuilder();
        while (request.indexOf("\r\n\r\n") < 0) {
            request.append((char) socket.getInputStream().read());
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    /** Returns the next connection that the other end has made. */
    Socket connection() throws InterruptedException {
        Socket connection = connections.poll(30, TimeUnit.SECONDS);
        if (connection == null) {
            throw new AssertionError("expected a connection within 30 s");
        }
        return connection;
    }

    void tell(Socket connection, String line) throws IOException {
        write(connection, event(line));
    }

    /** Closes the port, and a connection in an orderly way, as a kernel does for a process that ends. */
    void end(Socket connection) throws IOException {
        ended = true;
        port.close();
        connection.close();
    }

    /** Ends a connection with a reset. */
    static void reset(Socket connection) throws IOException {
        connection.setSoLinger(true, 0);
        connection.close();
    }

    @Override
    public void close() throws IOException {
        port.close();
    }
}
