package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.shards.Batch;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Enum symbols that only a later schema has are read as a harmless default. */
class LaterSymbolsTest {

    private final TestPool pool = TestPool.warm();

    /** Returns the event as written by a producer with a later schema. */
    private static GenericRecord later(SpecificRecord event, String symbols, String laterSymbols) throws IOException {
        Schema ours = event.getSchema();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<SpecificRecord>(ours).write(event, encoder);
        encoder.flush();
        Schema theirs = new Schema.Parser().parse(ours.toString().replace(symbols, laterSymbols));
        return new GenericDatumReader<GenericRecord>(ours, theirs)
                .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    }

    private static GenericRecord inner(GenericRecord event) {
        return (GenericRecord) event.get("event");
    }

    private static void setLater(GenericRecord record, String field) {
        record.put(
                field,
                new GenericData.EnumSymbol(record.getSchema().getField(field).schema(), "LATER"));
    }

    private List<String> sayForeign(String topic, GenericRecord event) throws Exception {
        List<Decision> decided = pool.log().feedForeign(topic, 2_000, event);
        return TestPool.said(pool.heard(decided));
    }

    @Test
    void shouldReadAnUnknownStatusAsInvalid() throws Exception {
        // given
        pool.ready("w", 1);
        pool.send("s", "t1");
        pool.send("s", "t2");
        Batch batch = pool.out("s");
        WorkerEvent report = TestPool.executed(batch, TestPool.receipts(batch, ReceiptStatus.SUCCEEDED), null);
        GenericRecord later = later(report, "\"FAILED\"]", "\"FAILED\",\"LATER\"]");
        setLater((GenericRecord) ((List<?>) inner(later).get("receipts")).get(0), "status");

        // then the transaction is a dead letter, and not in a block with a status that it may not have had
        assertThat(sayForeign(ShardsTopics.WORKERS, later)).containsExactly("s t1 dead: INVALID", "s to w 1/2: [t2]");
    }

    @Test
    void shouldReadAnUnknownPolicyForFailedBatchesAsTheDefault() throws Exception {
        // given
        PoolControl policy = TestPool.policyOf(each -> each.setFailedBatch(FailedBatch.ISOLATE));
        GenericRecord later = later(policy, "\"RETRY\"]", "\"RETRY\",\"LATER\"]");
        setLater(inner(later), "failedBatch");
        pool.say(policy);
        assertThat(sayForeign("shards.controls", later)).isEmpty();
        pool.ready("w", 1);
        pool.send("s", "t1");

        // then
        assertThat(pool.say(TestPool.executed(pool.out("s"), List.of(), "boom")))
                .as("tried on another worker")
                .containsExactly("s PENDING BATCH_FAILED");
    }

    @Test
    void shouldSkipUnknownFields() throws Exception {
        GenericRecord later = later(
                TestPool.transaction("s", "t1", 3),
                "{\"name\":\"shard\"",
                "{\"name\":\"priority\",\"type\":\"int\",\"default\":5},{\"name\":\"shard\"");
        pool.ready("w", 1);

        assertThat(later.get("priority")).isEqualTo(5);
        assertThat(sayForeign(ShardsTopics.TRANSACTIONS, later))
                .containsExactly("s PENDING SCHEDULED", "s RUNNING DISPATCHED", "s to w 1/1: [t1]");
    }
}
