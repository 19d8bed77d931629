package dev.rota.engine.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Converts Avro bytes of one schema to bytes of another, by Avro's schema resolution. Thread-safe. */
final class SchemaConversion {

    private static final GenericData DATA = new GenericData();

    static {
        DATA.setFastReaderEnabled(false);
    }

    private final GenericDatumWriter<Object> writer;
    private final ThreadLocal<GenericDatumReader<Object>> reader;

    SchemaConversion(Schema from, Schema to) {
        this.writer = new GenericDatumWriter<>(to, DATA);
        this.reader = ThreadLocal.withInitial(() -> new GenericDatumReader<>(from, to, DATA));
    }

    /** Converts the record that begins at {@code start} and must end at the end of the array. */
    byte[] convert(byte[] avro, int start) throws IOException {
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(avro, start, avro.length - start, null);
        Object record = reader.get().read(null, decoder);
        if (!decoder.isEnd()) {
            throw new IOException("bytes are left over after the record");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(avro.length);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        writer.write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
