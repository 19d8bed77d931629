package dev.rota.worker.execute;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.log.OutputFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads the number of a record among its pool's outputs. It orders records of different topics. */
final class OutputSeq {

    private OutputSeq() {}

    /** Returns the number, or the greatest one if the record has none. */
    static long of(ConsumerRecord<byte[], byte[]> record) {
        Header seq = record.headers().lastHeader(OutputFormat.SEQ);
        return seq == null ? Long.MAX_VALUE : Long.parseLong(new String(seq.value(), UTF_8));
    }
}
