package dev.rota.audit.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.audit.evidence.AuditRefused;
import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.Evidence.UnreadableRecord;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.engine.Nullable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/** The records of one file of an export. */
final class FileRecords implements Records {

    private static final byte[] PIECE = "{\"piece\":".getBytes(ISO_8859_1);

    private final String topic;
    private final int partition;
    private final Path file;
    private final OffsetRange held;
    private final long from;
    private final long to;
    private final LineReader lines;
    private long last = -1;

    /**
     * Opens a partition's file.
     * @param held the extent by the manifest; a record beyond it is refused
     */
    FileRecords(Path folder, String topic, int partition, OffsetRange held, long from, long to) {
        this.topic = topic;
        this.partition = partition;
        this.file = EvidenceFiles.file(folder, topic, partition);
        this.held = held;
        this.from = from;
        this.to = to;
        try {
            this.lines = new LineReader(file);
        } catch (IOException e) {
            throw UnreadableRecord.end(String.valueOf(file.getFileName()), "the file cannot be opened");
        }
    }

    @Override
    public @Nullable StoredRecord next() {
        try {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String at = file.getFileName() + " line " + lines.number();
                StoredRecord record = record(line, at);
                if (record.offset() <= last) {
                    throw UnreadableRecord.one(
                            at, "expected an offset above " + last + ", but it is " + record.offset());
                }
                last = record.offset();
                if (last < held.begin() || last >= held.end()) {
                    throw new AuditRefused("expected offsets from " + held.begin() + " to before " + held.end() + " in "
                            + file.getFileName() + ", as in " + EvidenceFiles.MANIFEST + ", but line "
                            + lines.number() + " has " + last + ": one of the two was changed, export again");
                }
                if (last >= to) {
                    return null;
                }
                if (last >= from) {
                    return record;
                }
            }
            return null;
        } catch (IOException e) {
            throw UnreadableRecord.end(topic + "/" + partition, "the file cannot be read");
        }
    }

    private StoredRecord record(byte[] line, String at) {
        try {
            return RecordJson.read(topic, partition, isPiece(line) ? new Pieces(line) : new ByteArrayInputStream(line));
        } catch (IOException | IllegalArgumentException e) {
            // Jackson throws either, for malformed JSON and for malformed base64.
            throw UnreadableRecord.one(at, "expected a record in JSON, but it is broken");
        }
    }

    private static boolean isPiece(byte[] line) {
        return line.length > PIECE.length && Arrays.equals(line, 0, PIECE.length, PIECE, 0, PIECE.length);
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The line of a record in pieces, of which the next is read when one is used up. */
    private final class Pieces extends InputStream {
        private ByteArrayInputStream piece = new ByteArrayInputStream(new byte[0]);
        private int number;
        private boolean ended;

        Pieces(byte[] first) throws IOException {
            open(first);
        }

        private void open(@Nullable byte[] line) throws IOException {
            if (line == null || !isPiece(line)) {
                throw new IOException("expected another piece of the record");
            }
            JsonNode node = EvidenceFiles.JSON.readTree(line);
            if (node.path("piece").asInt(-1) != number || !node.path("json").isTextual()) {
                throw new IOException("expected piece " + number);
            }
            number++;
            ended = node.path("last").asBoolean();
            try {
                piece = new ByteArrayInputStream(
                        Base64.getDecoder().decode(node.path("json").textValue()));
            } catch (IllegalArgumentException e) {
                throw new IOException("expected base64", e);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            while (piece.available() == 0) {
                if (ended) {
                    return -1;
                }
                open(lines.next());
            }
            return piece.read(bytes, offset, length);
        }
    }
}
