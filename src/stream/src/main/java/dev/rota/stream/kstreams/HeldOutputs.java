package dev.rota.stream.kstreams;

import dev.rota.stream.partition.OutputSink;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;

/**
 * Holds output records in memory until the next commit. A transaction begins with the first record sent in it, so it is
 * open only while a commit takes place, and a process that is killed rarely leaves one behind: an open transaction
 * hides its outputs, and stops the new owner of its partitions, until it is ended.
 *
 * <p>Streams commits outside of any processor. Forwarding needs a current node then, which this class sets as Streams'
 * own caches do.
 */
public final class HeldOutputs implements OutputSink {

    /**
     * The limit beyond which records are sent at once: memory is bounded, and a large transaction takes long in any
     * case.
     */
    static final long BYTES_MAX = 4 << 20;

    private final InternalProcessorContext<byte[], byte[]> context;
    private final ProcessorNode<?, ?, ?, ?> scheduler;
    private final List<OutputRecord> held = new ArrayList<>();
    private long bytes;

    /** Must be created while the processor is initialized. */
    HeldOutputs(ProcessorContext<byte[], byte[]> context) {
        this.context = (InternalProcessorContext<byte[], byte[]>) context;
        this.scheduler = this.context.currentNode();
    }

    @Override
    public void send(OutputRecord record) {
        held.add(record);
        bytes += record.key().length + record.value().length;
        if (bytes >= BYTES_MAX) {
            flush();
        }
    }

    @Override
    public void flush() {
        if (held.isEmpty()) {
            return;
        }
        ProcessorNode<?, ?, ?, ?> before = context.currentNode();
        context.setCurrentNode(scheduler);
        try {
            for (OutputRecord one : held) {
                context.forward(
                        new Record<>(one.key(), one.value(), one.time(), one.headers()),
                        SchedulerTopology.sink(one.output()));
            }
        } finally {
            context.setCurrentNode(before);
        }
        held.clear();
        bytes = 0;
    }
}
