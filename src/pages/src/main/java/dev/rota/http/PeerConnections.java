package dev.rota.http;

import dev.rota.stream.peers.Peers;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of other instances, which this one keeps open until its process ends. */
final class PeerConnections {

    private static final Logger LOG = LoggerFactory.getLogger(PeerConnections.class);

    private PeerConnections() {}

    static void route(RoutesConfig routes, Peers peers) {
        routes.sse(Peers.PATH, client -> take(client, peers));
    }

    private static void take(SseClient client, Peers peers) {
        Peers.Connection connection = connection(client);
        Context context = client.ctx();
        HttpServletRequest request = context.req();
        String from = context.queryParam("from");
        keepOpen(request);
        boolean taken = peers.take(
                from == null ? "" : from,
                address(request.getRemoteAddr(), request.getRemotePort()),
                address(request.getLocalAddr(), request.getLocalPort()),
                connection);
        if (taken) {
            client.keepAlive();
            client.onClose(() -> peers.drop(connection));
        }
    }

    private static Peers.Connection connection(SseClient client) {
        return new Peers.Connection() {
            @Override
            public void send(String line) {
                try {
                    if (!client.terminated()) {
                        client.sendEvent(line);
                    }
                } catch (RuntimeException e) {
                    LOG.debug("a connection of another instance has failed", e);
                    client.close();
                }
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    /** Exempts a connection from the server's idle time-out: nothing is sent on it. */
    private static void keepOpen(HttpServletRequest request) {
        ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .setIdleTimeout(0);
    }

    private static InetSocketAddress address(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("expected an address, but found " + host, e);
        }
    }
}
