package dev.rota.worker;

import dev.rota.serde.UnreadableValue;
import dev.rota.serde.Wire;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;

/** A wire format that counts the records that it decodes. */
public final class CountingWire implements Wire {

    private final Wire wire;
    private final AtomicInteger reads = new AtomicInteger();

    public CountingWire(Wire wire) {
        this.wire = wire;
    }

    /** Returns the number of decoded records. */
    public int reads() {
        return reads.get();
    }

    @Override
    public byte[] write(String topic, SpecificRecord value) throws InterruptedException {
        return wire.write(topic, value);
    }

    @Override
    public SpecificRecord read(String topic, byte[] value) throws UnreadableValue, InterruptedException {
        reads.incrementAndGet();
        return wire.read(topic, value);
    }

    @Override
    public void close() {
        wire.close();
    }
}
