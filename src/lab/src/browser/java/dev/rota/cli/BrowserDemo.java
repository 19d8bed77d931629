package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Shares one {@code dev --demo} and a browser for its pages among all classes of browser tests. */
final class BrowserDemo implements BeforeAllCallback, ParameterResolver {

    /** The demo and the browser, as tests use them. */
    static final class Site implements AutoCloseable {
        private final Path folder = Files.createTempDirectory("rota-browser");
        private final DevProcess dev = new DevProcess(folder);
        private final HttpClient client = HttpClient.newHttpClient();
        private final Browser browser;

        Site() throws IOException, InterruptedException {
            dev.start(List.of("--demo", "--adopt", "orders"), ExpectedOutput.of(List.of("…", "Ctrl-C ends it.", "…")));
            browser = new Browser(dev.pages());
        }

        Browser browser() {
            return browser;
        }

        String pages() {
            return dev.pages();
        }

        /** Waits until a page has a text. */
        void await(String path, String text) {
            Await.until(() -> path + " with " + text, () -> get(path).contains(text));
        }

        /** Returns a page as the server sends it. */
        String get(String path) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(dev.pages() + path)).build();
            return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .join()
                    .body();
        }

        /** Produces a line of JSON to an input. */
        void produce(String topic, String json) throws IOException {
            send(json, topic);
        }

        /** Produces lines of a key, a tab and a value to the topic that is adopted. */
        void produceOrders(String lines) throws IOException {
            send(lines, "--plain", "orders");
        }

        private void send(String line, String... to) throws IOException {
            Path lines = Files.writeString(folder.resolve("lines"), line + "\n");
            List<String> args = new ArrayList<>(List.of("produce"));
            args.addAll(List.of(to));
            args.add(lines.toString());
            args.addAll(dev.connection());
            VerbRun run = VerbRun.here(args.toArray(String[]::new));
            assertThat(run.code()).as(run.err()).isZero();
        }

        @Override
        public void close() {
            browser.close();
            dev.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Browser.require();
        site(context);
    }

    private static Site site(ExtensionContext context) {
        return Objects.requireNonNull(context.getRoot()
                .getStore(ExtensionContext.Namespace.create(BrowserDemo.class))
                .getOrComputeIfAbsent(Site.class, key -> start(), Site.class));
    }

    private static Site start() {
        try {
            return new Site();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the demo did not start", e);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Site.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return site(context);
    }
}
