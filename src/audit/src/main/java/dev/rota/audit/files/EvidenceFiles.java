package dev.rota.audit.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.evidence.StoredRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/**
 * The file format of evidence: {@code evidence.json} is the manifest, and each partition is a file of JSON lines,
 * {@code TOPIC-PARTITION.jsonl}, one record per line. A record whose line would be too long is split: each line has
 * {@code "piece"}, counted from 0, and in {@code "json"} a part of the record's line in base64; the last has {@code
 * "last": true}. Lines stay short whatever a producer sends, so reading one needs little memory.
 */
final class EvidenceFiles {

    static final String MANIFEST = "evidence.json";
    static final String SUFFIX = ".jsonl";

    /** The maximum length of a line, in bytes. */
    static final int LINE_BYTES_MAX = 1 << 20;

    /** The bytes of a record's line in one piece, which fit into a line in base64. */
    private static final int PIECE_BYTES = 1 << 19;

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private EvidenceFiles() {}

    static Path file(Path folder, String topic, int partition) {
        return folder.resolve(topic + "-" + partition + SUFFIX);
    }

    /** Writes the records of a partition. Returns their number. */
    static long write(Evidence.Records records, OutputStream out) throws IOException {
        long count = 0;
        for (StoredRecord record = records.next(); record != null; record = records.next()) {
            Line line = new Line(out);
            RecordJson.write(record, line);
            line.end();
            count++;
        }
        return count;
    }

    /** Writes its input as one line, or in pieces if it is too long for one. */
    private static final class Line extends OutputStream {
        private final OutputStream out;
        private byte[] held = new byte[1 << 10];
        private int length;
        private int pieces;

        Line(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int done = 0;
            while (done < count) {
                int part = Math.min(count - done, LINE_BYTES_MAX - 1 - length);
                if (length + part > held.length) {
                    held = Arrays.copyOf(held, Math.min(LINE_BYTES_MAX, Math.max(2 * held.length, length + part)));
                }
                System.arraycopy(bytes, from + done, held, length, part);
                length += part;
                done += part;
                if (length == LINE_BYTES_MAX - 1) {
                    piece(PIECE_BYTES, false);
                }
            }
        }

        /** Writes the first bytes as a piece and keeps the rest. */
        private void piece(int bytes, boolean last) throws IOException {
            String text = Base64.getEncoder().encodeToString(Arrays.copyOf(held, bytes));
            out.write(("{\"piece\":" + pieces + (last ? ",\"last\":true" : "") + ",\"json\":\"" + text + "\"}\n")
                    .getBytes(ISO_8859_1));
            pieces++;
            length -= bytes;
            System.arraycopy(held, bytes, held, 0, length);
        }

        void end() throws IOException {
            if (pieces == 0) {
                out.write(held, 0, length);
                out.write('\n');
                return;
            }
            while (length > PIECE_BYTES) {
                piece(PIECE_BYTES, false);
            }
            piece(length, true);
        }
    }
}
