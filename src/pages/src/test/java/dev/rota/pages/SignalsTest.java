package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.pages.index.Entry;
import dev.rota.trials.Await;
import io.javalin.Javalin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests event streams of many open tabs, some of which do not read. */
class SignalsTest {

    private static final int TABS = 50;

    /** More tabs than a fixed pool of writers would have threads for. */
    private static final int STUCK = 12;

    private final Signals signals = new Signals();
    private final List<Tab> tabs = new ArrayList<>();
    private final Javalin server = Javalin.create(config -> {
        config.startup.showJavalinBanner = false;
        config.routes.sse("/events", client -> signals.open(client, "", "", false));
    });

    @BeforeEach
    void start() {
        server.start("127.0.0.1", 0);
        signals.start();
    }

    @AfterEach
    void stop() throws IOException {
        for (Tab tab : tabs) {
            tab.close();
        }
        signals.close();
        server.stop();
    }

    @Test
    void shouldSignalFiftyTabs() throws Exception {
        for (int i = 0; i < TABS; i++) {
            open().read();
        }
        Await.until("all tabs are open", () -> signals.count() == TABS);

        signals.add(entry("here", 7));

        Await.until(
                () -> "a signal in each of " + tabs.size() + " tabs",
                () -> tabs.stream().allMatch(tab -> tab.seen.contains("\"seq\":7")));
    }

    /** Writes to tabs that do not read fill their buffers and then block. */
    @Test
    void shouldSignalTheOthersWhileSomeDoNotRead() throws Exception {
        for (int i = 0; i < STUCK; i++) {
            open();
        }
        Tab reads = open();
        reads.read();
        Await.until("all tabs are open", () -> signals.count() == STUCK + 1);

        String large = "u".repeat(1 << 20);
        for (int seq = 1; seq <= 12; seq++) {
            String expected = "\"seq\":" + seq + ",";
            signals.add(entry(large, seq));
            Await.until("signal " + seq, () -> reads.seen.contains(expected));
        }
    }

    private Tab open() throws IOException {
        Tab tab = new Tab(server.port());
        tabs.add(tab);
        return tab;
    }

    private static Entry entry(String unit, long seq) {
        return new Entry(
                "cores",
                "cores.events",
                "cores.events",
                0,
                seq,
                1_000 * seq,
                unit,
                seq,
                new Entry.Cause(0, seq),
                "1",
                "abcdef0123456789",
                "key",
                "",
                "a sentence",
                List.of());
    }

    /** Connects to the event stream. */
    private static final class Tab implements AutoCloseable {
        private final Socket socket = new Socket();
        private volatile String seen = "";

        Tab(int port) throws IOException {
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream()
                    .write(("GET /events HTTP/1.1\r\nHost: localhost:" + port + "\r\nAccept: text/event-stream\r\n\r\n")
                            .getBytes(UTF_8));
        }

        void read() {
            Thread reader = new Thread(() -> {
                try (BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        int seq = line.indexOf("\"seq\":");
                        if (seq >= 0) {
                            seen = line.substring(seq);
                        }
                    }
                } catch (IOException e) {
                    seen = "closed";
                }
            });
            reader.setDaemon(true);
            reader.start();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
