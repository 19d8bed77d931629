package dev.rota.audit.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.evidence.StoredRecord.StoredHeader;
import dev.rota.engine.Nullable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Serializes output records for the spill file. */
final class RecordBytes {

    private RecordBytes() {}

    static byte[] write(List<Caused> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(records.size());
            for (Caused caused : records) {
                StoredRecord record = caused.record();
                out.writeUTF(record.topic());
                out.writeInt(record.partition());
                out.writeLong(record.offset());
                out.writeLong(record.time());
                out.writeLong(caused.cause());
                out.writeBoolean(caused.settled());
                bytes(out, record.key());
                bytes(out, record.value());
                out.writeInt(record.headers().size());
                for (StoredHeader header : record.headers()) {
                    bytes(out, header.name().getBytes(UTF_8));
                    bytes(out, header.value());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static List<Caused> read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int count = in.readInt();
            List<Caused> records = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                String topic = in.readUTF();
                int partition = in.readInt();
                long offset = in.readLong();
                long time = in.readLong();
                long cause = in.readLong();
                boolean settled = in.readBoolean();
                @Nullable byte[] key = bytes(in);
                @Nullable byte[] value = bytes(in);
                List<StoredHeader> headers = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    @Nullable byte[] name = bytes(in);
                    headers.add(new StoredHeader(name == null ? "" : new String(name, UTF_8), bytes(in)));
                }
                records.add(new Caused(
                        new StoredRecord(topic, partition, offset, time, key, headers, value), cause, settled));
            }
            return records;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void bytes(DataOutputStream out, @Nullable byte[] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    private static @Nullable byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }
}
