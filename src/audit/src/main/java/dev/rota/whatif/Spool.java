package dev.rota.whatif;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.workload.whatif.Happening;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Events in a temporary file, which every world reads from its beginning. */
final class Spool implements Consumer<Happening>, AutoCloseable {

    /** The size of an event apart from its value. */
    private static final int FRAME_BYTES = Long.BYTES + 1 + 1 + Integer.BYTES;

    private final List<String> topics = new ArrayList<>();
    private final List<AvroCodec<SpecificRecord>> codecs = new ArrayList<>();
    private final WorldLimits limits;
    private final String origin;
    private final Path file;
    private final DataOutputStream out;
    private long count;
    private long bytes;

    /** @param origin the beginning of a sentence about the origin of the events: {@code the record has} */
    Spool(Domain domain, WorldLimits limits, String origin) {
        this.limits = limits;
        this.origin = origin;
        for (Input<?> input : domain.inputs()) {
            topics.add(input.topic());
            codecs.add(AvroCodec.of(input.schema()));
        }
        try {
            file = Files.createTempFile("rota-what-if-", ".events");
            file.toFile().deleteOnExit();
            out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void accept(Happening event) {
        int topic = topics.indexOf(event.topic());
        byte[] avro = codecs.get(topic).encode(event.value());
        requireRoom(1);
        bytes += FRAME_BYTES + avro.length;
        if (bytes > limits.bytes()) {
            throw limits.tooLarge(origin);
        }
        try {
            out.writeLong(event.time());
            out.writeByte(topic);
            out.writeBoolean(event.adopted());
            out.writeInt(avro.length);
            out.write(avro);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        count++;
    }

    /** Throws if there is no room for {@code more} events. */
    void requireRoom(long more) {
        if (more > limits.events() - count) {
            throw limits.tooLarge(origin);
        }
    }

    long count() {
        return count;
    }

    /** Returns the events, after the last one was written. */
    Reading read() {
        try {
            out.flush();
            return new Reading(new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            try {
                out.close();
            } finally {
                // a full disk fails the close, and the file must not stay on it
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the events from the first one on. */
    final class Reading implements Iterator<Happening>, AutoCloseable {

        private final DataInputStream in;
        private long left = count;

        private Reading(DataInputStream in) {
            this.in = in;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Happening next() {
            if (left-- == 0) {
                throw new NoSuchElementException();
            }
            try {
                long time = in.readLong();
                int topic = in.readByte();
                boolean adopted = in.readBoolean();
                byte[] avro = in.readNBytes(in.readInt());
                return new Happening(time, topics.get(topic), codecs.get(topic).decode(avro), adopted);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
