package dev.rota.stream.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.stream.common.GroupMember;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the process of another instance through a connection to its pages. The other end sends a {@link Greeting} and
 * closes the connection only when the process ends, as planned after a farewell.
 *
 * <p>Only an orderly end without a farewell raises a suspicion: kernels close the connections of a process that ends in
 * this way, while a reset, a time-out or an error may be made by anything in between. The suspicion is confirmed if no
 * process listens there any more, or another one does. A process that is frozen, or a machine that is lost, ends no
 * connection and is left to the sessions of its groups.
 *
 * <p>A proxy, a gateway or a virtual address in between would end connections for reasons of its own. Both ends compare
 * the addresses of the connection, and one whose ends see different addresses is not used.
 */
final class PeerConnection implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(PeerConnection.class);

    private static final int ANSWER_MS_MAX = 1_000;

    /** How long an address must refuse connections; a listener that is replaced does so for a moment. */
    private static final long REFUSED_NS = TimeUnit.MILLISECONDS.toNanos(300);

    /** How long an address must not be reached. */
    private static final long UNREACHABLE_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long an address is examined that answers nothing that can be understood. */
    private static final long EXAMINED_NS = TimeUnit.SECONDS.toNanos(3);

    private static final long PAUSE_MS = 50;
    private static final long AGAIN_MS = 1_000;

    /** The pause before an address is tried again to which there is no direct connection. */
    private static final long INDIRECT_MS = 60_000;

    private static final String WATCHED = "watched";
    private static final String INDIRECT = "not watched";

    /** How long an instance that no group lists is remembered after it was connected. */
    private static final long FORGOTTEN_NS = TimeUnit.MINUTES.toNanos(1);

    private final String address;
    private final String request;
    private final Consumer<List<GroupMember>> ended;
    private final Thread thread;
    private volatile String state = "not connected yet";
    private volatile boolean closed;
    private volatile long lastWatched = System.nanoTime();

    /** The open connection; null if there is none. Closing it ends a blocked read. */
    private volatile @Nullable Socket open;

    /**
     * @param address the host:port that the other instance advertises
     * @param own the host:port of this instance, for the other one to connect to
     * @param ended receives the members of a process that has ended without a farewell
     */
    PeerConnection(String address, String own, Consumer<List<GroupMember>> ended) {
        this.address = address;
        this.request = Peers.PATH + "?from=" + own;
        this.ended = ended;
        this.thread = new Thread(this, "rota-peer-" + address);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns whether the other process is watched, or why not. */
    String state() {
        return state;
    }

    /** Returns whether there has been no connection for so long that the instance may be forgotten. */
    boolean isLost() {
        return !state.equals(WATCHED) && System.nanoTime() - lastWatched > FORGOTTEN_NS;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                long pause = AGAIN_MS;
                try {
                    pause = watch();
                } catch (IOException | IllegalArgumentException e) {
                    state = "not connected: " + e.getMessage();
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Connects, and watches until the connection ends. Returns how long to wait before the next one. */
    private long watch() throws IOException, InterruptedException {
        Greeting last;
        InetSocketAddress at;
        try (Socket socket = connect(new InetSocketAddress(host(), port()))) {
            open = socket;
            at = (InetSocketAddress) socket.getRemoteSocketAddress();
            BufferedReader lines = requested(socket);
            last = greeting(lines);
            if (!isDirect(last, socket)) {
                return INDIRECT_MS;
            }
            state = WATCHED;
            socket.setKeepAlive(true);
            socket.setSoTimeout(0);
            for (String line = next(lines); line != null; line = next(lines)) {
                if (line.equals(Greeting.FAREWELL)) {
                    state = "has ended as planned";
                    return AGAIN_MS;
                }
                last = Greeting.of(line);
            }
        } finally {
            open = null;
        }
        lastWatched = System.nanoTime();
        state = "has closed its connection";
        if (!closed && hasEnded(at, last.incarnation())) {
            LOG.info("the process of the instance at {} has ended without a farewell", address);
            takeOver(last.members());
        }
        return AGAIN_MS;
    }

    private void takeOver(List<GroupMember> members) {
        try {
            ended.accept(members);
        } catch (RuntimeException e) {
            // The sessions end as they would have anyway, and the next process is to be watched.
            LOG.warn("the partitions of the instance at {} wait for the end of its session: {}", address, e.toString());
        }
    }

    private boolean isDirect(Greeting greeting, Socket socket) {
        String here = Greeting.text((InetSocketAddress) socket.getLocalSocketAddress());
        String there = Greeting.text((InetSocketAddress) socket.getRemoteSocketAddress());
        if (greeting.client().equals(here) && greeting.server().equals(there)) {
            return true;
        }
        String why = INDIRECT + ", since there is something in between: " + here + " connected to " + there + ", but "
                + greeting.client() + " arrived at " + greeting.server();
        if (!state.startsWith(INDIRECT)) {
            LOG.info("the instance at {} is {}", address, why);
        }
        state = why;
        return false;
    }

    /**
     * Returns whether the process that listened at an address has ended. A kernel closes the connections and the
     * listener of a process in any order, so one more connection may be made and reset.
     */
    private boolean hasEnded(InetSocketAddress at, String incarnation) throws InterruptedException {
        long begun = System.nanoTime();
        long now = begun;
        long connected = begun;
        while (!closed && now - begun < EXAMINED_NS) {
            try (Socket socket = connect(at)) {
                connected = now;
                return !greeting(requested(socket)).incarnation().equals(incarnation);
            } catch (NotConnected e) {
                if (System.nanoTime() - connected >= (e.refused ? REFUSED_NS : UNREACHABLE_NS)) {
                    return true;
                }
            } catch (SocketTimeoutException e) {
                // A process that is frozen, or another program.
                return false;
            } catch (IOException | IllegalArgumentException e) {
                LOG.debug("{} does not say who it is", at, e);
            }
            Thread.sleep(PAUSE_MS);
            now = System.nanoTime();
        }
        return false;
    }

    /** Is thrown if a connection cannot be made, as opposed to one that fails later. */
    private static final class NotConnected extends IOException {
        private static final long serialVersionUID = 1L;
        final boolean refused;

        NotConnected(IOException cause) {
            super(cause instanceof UnknownHostException ? "its name does not resolve" : cause.getMessage(), cause);
            String message = cause.getMessage();
            refused = cause instanceof ConnectException && message != null && message.contains("refused");
        }
    }

    private static Socket connect(InetSocketAddress to) throws NotConnected {
        Socket socket = new Socket();
        try {
            socket.connect(to, ANSWER_MS_MAX);
            socket.setSoTimeout(ANSWER_MS_MAX);
            return socket;
        } catch (IOException e) {
            close(socket);
            throw new NotConnected(e);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }

    /** Sends the request, and returns the lines of the response. */
    private BufferedReader requested(Socket socket) throws IOException {
        String host = Greeting.text((InetSocketAddress) socket.getRemoteSocketAddress());
        socket.getOutputStream()
                .write(("GET " + request + " HTTP/1.1\r\nHost: " + host
                                + "\r\nAccept: text/event-stream\r\nConnection: close\r\n\r\n")
                        .getBytes(US_ASCII));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    private static Greeting greeting(BufferedReader lines) throws IOException {
        String line = next(lines);
        return Greeting.of(line == null ? "" : line);
    }

    /** Returns the data of the next event; null at the end of the connection. */
    private static @Nullable String next(BufferedReader lines) throws IOException {
        String prefix = "data: ";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length());
            }
        }
        return null;
    }

    private String host() {
        String host = address.substring(0, address.lastIndexOf(':'));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private int port() {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    void close() {
        closed = true;
        thread.interrupt();
        Socket socket = open;
        if (socket != null) {
            close(socket);
        }
    }
}
