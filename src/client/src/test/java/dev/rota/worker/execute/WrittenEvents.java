package dev.rota.worker.execute;

import dev.rota.serde.Wire;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.specific.SpecificRecord;

/** Encodes each record as its number. */
final class WrittenEvents implements Wire {
    private final List<SpecificRecord> written = new CopyOnWriteArrayList<>();

    @Override
    public byte[] write(String topic, SpecificRecord value) {
        written.add(value);
        return new byte[] {(byte) written.size()};
    }

    @Override
    public SpecificRecord read(String topic, byte[] value) {
        return written.get(value[0] - 1);
    }

    @Override
    public void close() {
        // Nothing to close.
    }

    List<SpecificRecord> all() {
        return written;
    }
}
