package dev.rota.stream.outputs;

import dev.rota.engine.Nullable;
import dev.rota.stream.log.LogAccess.Unavailable;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;

/** Reads the committed records of a scheduler's output topics. */
public interface OutputAccess extends AutoCloseable {

    /**
     * A committed output record.
     *
     * @param topic the output's name, without prefix
     */
    record Committed(
            String topic, Headers headers, @Nullable byte[] value) {}

    /**
     * One pass over all output topics, as far as they reached when it began. Transactions that were open then are
     * waited for: the last owner of the partition may have committed one whose end is not written everywhere yet.
     */
    interface Scan extends AutoCloseable {

        /** Reads some records, without waiting long; returns false once all are read. */
        boolean read(Consumer<Committed> take) throws Unavailable;

        /** Returns whether retention has deleted the beginning of an output. */
        boolean beginsLate();

        /** Returns the progress, to follow "reads the committed outputs". */
        String progress();

        @Override
        void close();
    }

    /**
     * Creates a pass, which begins when it is first read.
     *
     * @param reader the log partition that it is for, which distinguishes concurrent passes
     */
    Scan scan(int reader);

    @Override
    void close();
}
