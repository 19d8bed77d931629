package dev.rota.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.rota.local.NotStarted;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schema registry for Avro whose content is a topic of the cluster. It implements the part of Confluent's REST API that
 * producers and consumers need, and accepts a new version of a subject if that version can read the data of the latest
 * one. Any number of them may serve the same topic.
 */
public final class RegistryServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryServer.class);
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
    private final RegistryAccess access;
    private final RegistryBook book;
    private final RegistryRoutes routes;

    private RegistryServer(HttpServer server, RegistryAccess access, RegistryBook book) {
        this.server = server;
        this.access = access;
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
     * Starts a registry for one machine on a broker of that machine.
     *
     * @param port the port to listen on; 0 for any
     * @throws NotStarted with a sentence for the user
     */
    public static RegistryServer local(String bootstrapServers, int port) {
        return start(RegistryAccess.local(port), () -> new TopicJournal(RegistryTopic.local(bootstrapServers)));
    }

    /**
     * Starts a registry as the settings say.
     *
     * @throws NotStarted with a sentence for the user
     */
    public static RegistryServer of(Settings settings) {
        return start(RegistryAccess.of(settings), () -> new TopicJournal(RegistryTopic.of(settings)));
    }

    static RegistryServer start(RegistryAccess access, Supplier<Journal> journal) {
        // Bind the port first, which quickly detects a second instance.
        HttpServer server = bind(access);
        try {
            return new RegistryServer(server, access, RegistryBook.open(journal.get(), access.readOnly()));
        } catch (JournalUnavailable e) {
            server.stop(0);
            throw new NotStarted(e.sentence(), e);
        } catch (RuntimeException e) {
            server.stop(0);
            throw e;
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns the URL for clients on this machine. */
    public String url() {
        return access.url(port());
    }

    /** Returns the number of schemas that are known to this registry. */
    public int schemas() {
        return book.size();
    }

    /** Returns why the latest use of the topic failed; an empty text if it did not. */
    public String problem() {
        return book.problem();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        book.close();
    }

    private static HttpServer bind(RegistryAccess access) {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(access.host()), access.port());
            if (access.tls() == null) {
                return HttpServer.create(address, 0);
            }
            HttpsServer server = HttpsServer.create(address, 0);
            server.setHttpsConfigurator(new HttpsConfigurator(access.tls()));
            return server;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            throw new NotStarted(
                    e instanceof BindException && why.contains("in use")
                            ? "port " + access.port() + " is already in use"
                            : "expected a registry to listen on " + access.host() + ":" + access.port() + ", but "
                                    + why,
                    e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        int status = 200;
        JsonNode answer;
        try {
            answer = answer(exchange);
        } catch (RegistryError e) {
            status = e.status();
            answer = error(e.code(), e.sentence());
        }
        byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
        if (status == 401) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"rota\"");
        }
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private JsonNode answer(HttpExchange exchange) throws IOException, RegistryError {
        Headers headers = exchange.getRequestHeaders();
        if (access.isFromPage(
                server.getAddress().getAddress().isLoopbackAddress(),
                headers.getFirst("Origin"),
                headers.getFirst("Sec-Fetch-Site"),
                headers.getFirst("Host"))) {
            throw RegistryError.fromPage();
        }
        if (!access.admits(headers.getFirst("Authorization"))) {
            throw RegistryError.loginMissing();
        }
        try {
            return routes.answer(RegistryRequest.of(exchange));
        } catch (JournalUnavailable e) {
            throw RegistryError.unavailable(e.sentence());
        } catch (RuntimeException e) {
            LOG.error("the registry failed at {} {}", exchange.getRequestMethod(), exchange.getRequestURI(), e);
            throw RegistryError.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode error(int code, String sentence) {
        return JSON.createObjectNode().put("error_code", code).put("message", sentence);
    }
}
