package dev.rota.sim;

import dev.rota.engine.Nullable;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * A stored record, or the marker that ends a transaction in its partition.
 *
 * @param producer the id of its producer if it belongs to a transaction, else -1
 */
record SimRecord(
        long offset,
        long timestamp,
        @Nullable byte[] key,
        @Nullable byte[] value,
        List<Header> headers,
        long producer,
        boolean isMarker) {

    static final long NO_TRANSACTION = -1;

    SimRecord {
        headers = List.copyOf(headers);
    }
}
