package dev.rota.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Adapts Kafka's headers to the engine's log format. */
public final class LogHeaders {

    private LogHeaders() {}

    public static Headers of(Map<String, String> headers) {
        RecordHeaders written = new RecordHeaders();
        headers.forEach((name, value) -> written.add(name, value.getBytes(UTF_8)));
        return written;
    }

    public static LogRecord parse(Position at, @Nullable byte[] key, Headers headers, @Nullable byte[] value)
            throws LogFormat.ForeignRecord {
        return LogFormat.parse(at, key, lookUp(headers), value);
    }

    /** Returns a lookup of headers; of several with one name the last counts. */
    public static LogFormat.Headers lookUp(Headers headers) {
        return name -> {
            Header header = headers.lastHeader(name);
            return header == null ? null : header.value();
        };
    }
}
