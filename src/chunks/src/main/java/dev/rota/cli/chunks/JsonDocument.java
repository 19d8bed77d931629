package dev.rota.cli.chunks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.specific.SpecificRecord;

/** Writes a record as one JSON document that may be large. */
final class JsonDocument {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonDocument() {}

    /**
     * Writes a document to a file.
     *
     * @param name the name that the file will have; the document is compressed if it ends in .gz
     */
    static void write(SpecificRecord document, Path file, String name) throws IOException {
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain, 1 << 16) : plain) {
            write(document, out);
        }
    }

    /** Writes a document and leaves the stream open. */
    static void write(SpecificRecord document, OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            PlainJson.write(document, json);
            json.writeRaw('\n');
        }
    }
}
