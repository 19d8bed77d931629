package dev.rota.serde;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server with scripted responses, one after the other. The last one is always repeated. */
final class ScriptedRegistry implements AutoCloseable {

    record Asked(String line, String body, String authorization) {}

    private record Reply(int status, String body) {}

    final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    ScriptedRegistry() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    ScriptedRegistry(HttpServer server) {
        this.server = server;
        server.createContext("/", this::answer);
        server.start();
    }

    ScriptedRegistry then(int status, String body) {
        replies.add(new Reply(status, body));
        return this;
    }

    String address() {
        return "localhost:" + server.getAddress().getPort();
    }

    String url() {
        return "http://" + address();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        asked.add(new Asked(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                new String(exchange.getRequestBody().readAllBytes(), UTF_8),
                authorization == null ? "" : authorization));
        Reply reply = replies.size() > 1 ? replies.remove() : replies.element();
        byte[] body = reply.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
