package dev.rota.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A proxy that puts TLS and a login in front of a registry. */
public final class SecuredRegistry implements AutoCloseable {

    private final HttpsServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String behind;
    private final String expected;

    /**
     * @param behind the URL of the registry
     * @param keystore the store with the proxy's key and certificate
     * @param userInfo user and password, separated by a colon
     */
    public SecuredRegistry(String behind, Path keystore, String userInfo) throws IOException, GeneralSecurityException {
        this.behind = behind;
        this.expected = "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(Certificates.open(keystore), Certificates.PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(Ports.address(0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "https://" + Ports.HOST + ":" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpResponse<byte[]> answer = client.send(
                    HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
                            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
                            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
