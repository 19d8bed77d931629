package dev.rota.stream.kstreams;

import dev.rota.engine.Output;
import dev.rota.engine.rows.RowLayout;
import dev.rota.settings.Names;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * A domain's topology: the log, the scheduler with its one store, a sink for each output. Every node is named
 * explicitly.
 */
public final class SchedulerTopology {

    static final String SOURCE = "log";
    static final String PROCESSOR = "scheduler";
    static final String STORE = "rows";

    private SchedulerTopology() {}

    public static String sink(Output<?> output) {
        return "emit-" + output.topic();
    }

    public static Topology of(Names names, Supplier<SchedulerProcessor> processors) {
        return of(names, processors, new RowsStoreBuilder(STORE, RowLayout.of(names.domain())));
    }

    public static Topology of(Names names, Supplier<SchedulerProcessor> processors, StoreBuilder<?> store) {
        Topology topology = new Topology();
        topology.addSource(
                AutoOffsetReset.earliest(),
                SOURCE,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                names.log());
        topology.addProcessor(PROCESSOR, processors::get, SOURCE);
        topology.addStateStore(store, PROCESSOR);
        for (Output<?> output : names.domain().outputs()) {
            topology.addSink(
                    sink(output),
                    names.topic(output.topic()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer(),
                    PROCESSOR);
        }
        return topology;
    }
}
