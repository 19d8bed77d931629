package dev.rota.engine.schema;

import dev.rota.engine.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.FastReaderBuilder;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Encodes and decodes one generated record type as unframed Avro, by the type's own schema. Thread-safe: reused buffers
 * are thread-local.
 */
public final class AvroCodec<R extends SpecificRecord> {

    /** A thread's encoder. Its array grows to the size of the largest record, which {@link Limits} bounds. */
    private static final ThreadLocal<ArrayEncoder> ENCODER = ThreadLocal.withInitial(ArrayEncoder::new);

    private static final ThreadLocal<BinaryDecoder> DECODER =
            ThreadLocal.withInitial(() -> DecoderFactory.get().binaryDecoder(new byte[0], null));

    /**
     * One codec per generated type: creating one computes a fingerprint, and outputs are compared by their codecs'
     * identity.
     */
    private static final ClassValue<AvroCodec<?>> OF_TYPE = new ClassValue<>() {
        @Override
        protected AvroCodec<?> computeValue(Class<?> type) {
            return of(Avro.schema(type.asSubclass(SpecificRecord.class)));
        }
    };

    private final Schema schema;
    private final byte[] fingerprint;
    private final SpecificDatumWriter<R> writer;
    private final IntListWriter<R> listWriter;
    private final ThreadLocal<DatumReader<R>> reader;

    private AvroCodec(Schema writerSchema, Schema schema) {
        this.schema = schema;
        this.fingerprint = Avro.fingerprint(schema);
        this.writer = new SpecificDatumWriter<>(schema, Avro.DATA);
        this.listWriter = new IntListWriter<>(schema);
        // Schemas may differ in properties that do not affect the bytes, such as the class that a text is read as.
        boolean sameBytes = Arrays.equals(fingerprint, Avro.fingerprint(writerSchema));
        this.reader = ThreadLocal.withInitial(() ->
                sameBytes ? unresolved(schema) : new SpecificDatumReader<>(writerSchema, schema, Avro.reading(schema)));
    }

    /**
     * Returns a reader of data written with the reader's own schema. A reader that resolves takes each item of a list
     * through a grammar, which is half of the time of decoding a block. Each reader has its own builder: the objects
     * that a builder shares among its readers are not thread-safe.
     */
    private static <R> DatumReader<R> unresolved(Schema schema) {
        try {
            return new FastReaderBuilder(Avro.DATA).createDatumReader(schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static <R extends SpecificRecord> AvroCodec<R> of(Schema schema) {
        return new AvroCodec<>(schema, schema);
    }

    @SuppressWarnings("unchecked")
    public static <R extends SpecificRecord> AvroCodec<R> of(Class<R> type) {
        return (AvroCodec<R>) OF_TYPE.get(type);
    }

    /** Encodes a record by the codec of its type. */
    @SuppressWarnings("unchecked")
    public static <R extends SpecificRecord> byte[] encoded(R record) {
        return of((Class<R>) record.getClass()).encode(record);
    }

    /** Returns a codec that reads data written with another schema, by Avro's schema resolution. */
    public static <R extends SpecificRecord> AvroCodec<R> resolving(Schema writerSchema, Schema schema) {
        return new AvroCodec<>(writerSchema, schema);
    }

    public Schema schema() {
        return schema;
    }

    /** Casts a row to this codec's type. */
    @SuppressWarnings("unchecked")
    public R cast(SpecificRecord record) {
        return (R) record;
    }

    public byte[] fingerprint() {
        return fingerprint;
    }

    public byte[] encode(R record) {
        ArrayEncoder encoder = ENCODER.get();
        encoder.reset();
        return encode(encoder, record);
    }

    /** Encodes a record after one byte. */
    public byte[] encode(int first, R record) {
        ArrayEncoder encoder = ENCODER.get();
        encoder.reset();
        encoder.writeByte(first);
        return encode(encoder, record);
    }

    private byte[] encode(ArrayEncoder encoder, R record) {
        try {
            (listWriter.isFor(record) ? listWriter : writer).write(record, encoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return encoder.toByteArray();
    }

    public R decode(byte[] bytes) {
        try {
            return decode(bytes, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Decodes the record that begins at {@code from} and must end at the end of the array. */
    public R decode(byte[] bytes, int from) throws IOException {
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, from, bytes.length - from, DECODER.get());
        R record = reader.get().read(null, decoder);
        if (!decoder.isEnd()) {
            throw new IOException("bytes are left over after the record");
        }
        return record;
    }
}
