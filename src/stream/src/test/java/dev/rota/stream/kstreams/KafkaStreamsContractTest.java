package dev.rota.stream.kstreams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreRow;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Output;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.partition.OutputSink.OutputRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks what {@code stream.kstreams} relies on inside Kafka Streams, which a new version may change without notice.
 */
class KafkaStreamsContractTest {

    private static final Names NAMES = new Names(new ChoresDomain(), "");
    private static final Output<?> OUTPUT = NAMES.domain().outputs().get(0);
    private static final AvroCodec<ChoreRow> ROWS = AvroCodec.of(ChoreRow.class);
    private static final byte[] ROW = {16, 1};
    private static final byte[] DECISION = "decision".getBytes(UTF_8);

    private final List<String> calls = new ArrayList<>();

    /** Changes a row, and holds an output back until the commit. */
    private final class Holding implements Processor<byte[], byte[], byte[], byte[]> {

        @SuppressWarnings("NullAway.Init")
        private RowsStore store;

        @SuppressWarnings("NullAway.Init")
        private HeldOutputs outputs;

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            store = context.getStateStore(SchedulerTopology.STORE);
            outputs = new HeldOutputs(context);
            store.beforeFlush(() -> {
                calls.add("commit");
                outputs.flush();
            });
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            calls.add("record");
            store.rows().put(ROWS, ROW, new ChoreRow(1, 0L, 2));
            outputs.send(new OutputRecord(OUTPUT, ROW, DECISION, record.timestamp(), new RecordHeaders()));
        }
    }

    /**
     * Streams flushes a store with a cache as part of a commit, when no processor is current. Rows that are written and
     * records that are forwarded then belong to the commit's transaction.
     */
    @Test
    void shouldWriteRowsAndForwardOutputsInTheCommit(@TempDir Path state) {
        // given
        Topology topology = new Topology();
        topology.addSource("log", new ByteArrayDeserializer(), new ByteArrayDeserializer(), NAMES.log());
        topology.addProcessor("scheduler", Holding::new, "log");
        topology.addStateStore(
                new RowsStoreBuilder(
                        Stores.inMemoryKeyValueStore(SchedulerTopology.STORE), RowLayout.of(NAMES.domain())),
                "scheduler");
        topology.addSink(
                SchedulerTopology.sink(OUTPUT),
                OUTPUT.topic(),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                "scheduler");
        Properties properties = StreamsSettings.of(
                NAMES, Settings.of(Map.of("kafka.bootstrap.servers", "none:1", "instance.id", "one")));
        properties.put("state.dir", state.toString());

        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
            // when
            driver.createInputTopic(NAMES.log(), new ByteArraySerializer(), new ByteArraySerializer())
                    .pipeInput(ROW, ROW);

            // then
            assertThat(calls).containsExactly("record", "commit");
            assertThat(driver.createOutputTopic(
                                    OUTPUT.topic(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                            .readValuesToList())
                    .containsExactly(DECISION);
            assertThat(driver.createOutputTopic(
                                    NAMES.scheduler() + "-rows-changelog",
                                    new ByteArrayDeserializer(),
                                    new ByteArrayDeserializer())
                            .readKeyValuesToList())
                    .anyMatch(row -> row.key.length == ROW.length);
        }
    }
}
