package org.apache.kafka.common.utils;

import java.util.Iterator;

/**
 * An iterator that holds a resource. Kafka 4.4 has moved its type of this name, and parallel-consumer 0.5.3.3, which was
 * built against 3.9, implements it: without one, its control thread ends at once.
 */
public interface CloseableIterator<T> extends Iterator<T>, AutoCloseable {

    @Override
    void close();
}
