package dev.rota.stream.partition;

import dev.rota.engine.Output;
import org.apache.kafka.common.header.Headers;

/** Receives the output records of a partition. They are committed in one transaction with its rows and its offset. */
@FunctionalInterface
public interface OutputSink {

    /** An output record, ready to be sent. */
    record OutputRecord(Output<?> output, byte[] key, byte[] value, long time, Headers headers) {}

    void send(OutputRecord record);

    /** Called just before a commit. */
    default void flush() {}
}
