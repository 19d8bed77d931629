package dev.rota.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.log.OutputFormat;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Separates a pool's output records from those of other pools before they are decoded. Outputs are keyed by shard or
 * worker, so each partition has records of all pools; a header carries the unit.
 */
public final class PoolFilter {

    private final byte[] pool;

    public PoolFilter(String pool) {
        this.pool = pool.getBytes(UTF_8);
    }

    /** Returns whether a record may belong to the pool; a record without the header may belong to any. */
    public boolean mayHave(ConsumerRecord<byte[], byte[]> record) {
        Header unit = record.headers().lastHeader(OutputFormat.UNIT);
        return unit == null || Arrays.equals(unit.value(), pool);
    }
}
