package dev.rota.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An in-process schema registry for Avro on localhost, persisted in a topic of the local broker. It implements the part
 * of Confluent's REST API that producers and consumers need, and accepts a new version of a subject if that version can
 * read the data of the latest one.
 */
public final class LocalRegistry implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalRegistry.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The limit of connections. A connection has its own thread while it sends a request, so that a stalled one delays
     * no other.
     */
    private static final String CONNECTIONS_MAX = "200";

    /** The timeout for receiving a request. */
    private static final String REQUEST_SECONDS_MAX = "5";

    /** The timeout for producing and sending an answer, which may wait for the broker. */
    private static final String ANSWER_SECONDS_MAX = "60";

    static {
        // Header and body of a response are sent separately; without this, the second waits for the first one's
        // acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Otherwise a client that sends half a request would occupy a thread forever.
        System.setProperty("jdk.httpserver.maxConnections", CONNECTIONS_MAX);
        System.setProperty("sun.net.httpserver.maxReqTime", REQUEST_SECONDS_MAX);
        System.setProperty("sun.net.httpserver.maxRspTime", ANSWER_SECONDS_MAX);
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final RegistryBook book;
    private final RegistryRoutes routes;

    private LocalRegistry(HttpServer server, RegistryBook book) {
        this.server = server;
        this.book = book;
        this.routes = new RegistryRoutes(book);
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "rota-registry");
            thread.setDaemon(true);
            return thread;
        });
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Starts a registry that persists its content in a topic.
     *
     * @param port the port to listen on; 0 for any
     * @throws NotStarted with a sentence for the user
     */
    public static LocalRegistry start(String bootstrapServers, int port) {
        return start(port, () -> new TopicJournal(bootstrapServers));
    }

    static LocalRegistry start(int port, Supplier<Journal> journal) {
        // Bind the port first, which quickly detects a second instance.
        HttpServer server = bind(port);
        try {
            return new LocalRegistry(server, RegistryBook.open(journal.get()));
        } catch (RuntimeException e) {
            server.stop(0);
            throw e;
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://" + Ports.HOST + ":" + port();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        book.close();
    }

    private static HttpServer bind(int port) {
        try {
            return HttpServer.create(Ports.address(port), 0);
        } catch (BindException e) {
            throw Ports.taken(port);
        } catch (IOException e) {
            throw new NotStarted("expected to listen on port " + port + ", but " + e.getMessage(), e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        int status = 200;
        JsonNode answer;
        try {
            answer = routes.answer(RegistryRequest.of(exchange));
        } catch (RegistryError e) {
            status = e.status();
            answer = error(e.code(), e.sentence());
        } catch (RuntimeException e) {
            LOG.error("the registry failed at {} {}", exchange.getRequestMethod(), exchange.getRequestURI(), e);
            status = 500;
            answer = error(50001, "Error in the backend data store: " + e.getMessage());
        }
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static JsonNode error(int code, String sentence) {
        return JSON.createObjectNode().put("error_code", code).put("message", sentence);
    }
}
