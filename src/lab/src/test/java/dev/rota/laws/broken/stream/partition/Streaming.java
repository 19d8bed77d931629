package dev.rota.laws.broken.stream.partition;

import dev.rota.laws.broken.stream.Knowing;
import org.apache.kafka.streams.processor.internals.ProcessorNode;

/** A log partition that depends on the process, and on the classes that deliver its records. */
public final class Streaming {

    final Knowing process = new Knowing();

    final Class<?> node = ProcessorNode.class;
}
