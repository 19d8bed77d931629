package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.Header;
import dev.rota.shards.Transaction;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the guide's handler, which continues the trace of a record's sender. */
class TracedOrdersTest {

    private static final Path GUIDE = Path.of("schemas/shards/GUIDE.md");
    private static final Path HANDLER = Path.of("src/client/src/test/java/dev/rota/client/TracedOrders.java");

    @Test
    void shouldContinueTheTraceOfTheSender() throws Exception {
        List<String> traces = new ArrayList<>();
        TracedOrders orders = new TracedOrders(
                OpenTelemetry.noop().getTracer("orders"),
                (id, token, order) -> traces.add(Span.current().getSpanContext().getTraceId()));

        orders.handle(record(
                new Header("traceparent", bytes("00-11111111111111111111111111111111-b7ad6b7169203331-01")),
                new Header("traceparent", bytes("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))));
        orders.handle(record());

        assertThat(traces).containsExactly("0af7651916cd43dd8448eb211c80319c", "0".repeat(32));
    }

    @Test
    void shouldReturnTheLastHeaderOfAName() {
        KeyedRecord record = record(
                new Header("a", bytes("x")),
                new Header("b", bytes("ü")),
                new Header("a", bytes("y")),
                new Header("c", null));

        assertThat(record.header("a")).isEqualTo("y");
        assertThat(record.header("b")).isEqualTo("ü");
        assertThat(record.header("c")).isNull();
        assertThat(record.header("d")).isNull();
    }

    @Test
    void shouldBeTheHandlerOfTheGuide() throws IOException {
        String handler = Files.readString(HANDLER);
        String shown = handler.substring(handler.indexOf("    void handle("), handler.lastIndexOf('}'));

        assertThat(Files.readString(GUIDE))
                .contains("```java\n" + shown.stripTrailing().stripIndent() + "\n```\n");
    }

    private static KeyedRecord record(Header... headers) {
        return new KeyedRecord(
                1,
                1,
                Transaction.newBuilder()
                        .setPool("p")
                        .setShard("s")
                        .setId("t")
                        .setPayload(bytes("order"))
                        .setHeaders(List.of(headers))
                        .build());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
