package dev.rota.shards.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import dev.rota.shards.Batch;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.util.Utf8;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reports that are larger in this project's encoding than in their producer's are refused, since a block repeats them.
 */
class SwollenReportTest {

    private static final Schema OURS = WorkerEvent.getClassSchema();

    private final TestPool pool = TestPool.warm();

    @BeforeEach
    void open() {
        pool.ready("w", 1);
        pool.send("s", "t");
    }

    private GenericRecord report(Schema schema, Object reason, List<GenericRecord> changes) {
        Batch batch = pool.out("s");
        Schema executed = schema.getField("event").schema().getTypes().get(1);
        Schema receipts = executed.getField("receipts").schema().getElementType();
        GenericRecord receipt = new GenericRecordBuilder(receipts)
                .set("transaction", "t")
                .set(
                        "status",
                        new GenericData.EnumSymbol(receipts.getField("status").schema(), "SUCCEEDED"))
                .set("reason", reason)
                .build();
        GenericRecord event = new GenericRecordBuilder(executed)
                .set("shard", "s")
                .set("token", batch.getToken())
                .set("batch", batch.getBatch())
                .set("elapsedMs", 0L)
                .set("receipts", List.of(receipt))
                .set("stateDiff", changes)
                .build();
        return new GenericRecordBuilder(schema)
                .set("worker", "w")
                .set("event", event)
                .build();
    }

    private ThrowingCallable says(GenericRecord report) {
        return () -> pool.log().feedForeign(ShardsTopics.WORKERS, 2_000, report);
    }

    private void assertRefused(ThrowingCallable says) {
        assertThatThrownBy(says).isInstanceOfSatisfying(RefusedException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(IntakeReason.VALUE_INVALID);
            assertThat(refused.sentence()).contains("reports of at most " + Limits.LOG_RECORD_BYTES_MAX);
        });
        assertThat(pool.execute("s")).containsExactly("s block 1", "s IDLE DRAINED");
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        byte[] noText = new byte[890_000];
        Arrays.fill(noText, (byte) 0xff);

        assertThatThrownBy(says(report(OURS, new Utf8(noText), List.of())))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(IntakeReason.UNDECODABLE));
        assertThat(pool.execute("s")).containsExactly("s block 1", "s IDLE DRAINED");
    }

    @Test
    void shouldRefuseDefaultsThatItsProducerDidNotWrite() throws Exception {
        // given a producer whose schema only has deletions of entries
        ObjectNode ours = (ObjectNode) new ObjectMapper().readTree(OURS.toString());
        ObjectNode ourChange = (ObjectNode) ours.findParents("name").stream()
                .filter(type -> type.get("name").asText().equals("StateChange"))
                .findAny()
                .orElseThrow();
        ((ArrayNode) ourChange.get("fields")).remove(1);
        Schema theirs = new Schema.Parser().parse(ours.toString());
        Schema change = theirs.getField("event")
                .schema()
                .getTypes()
                .get(1)
                .getField("stateDiff")
                .schema()
                .getElementType();
        assertThat(change.getFields()).hasSize(1);
        GenericRecord gone = new GenericRecordBuilder(change)
                .set("key", ByteBuffer.wrap(new byte[1]))
                .build();

        assertRefused(says(report(theirs, "", Collections.nCopies(440_000, gone))));
    }

    @Test
    void shouldTakeAnErrorOfAnySize() throws Exception {
        pool.policy(policy -> policy.setFailedBatch(FailedBatch.DROP));
        GenericRecord report = report(OURS, "", List.of());
        ((GenericRecord) report.get("event")).put("error", "€".repeat(290_000));

        assertThat(TestPool.said(pool.heard(pool.log().feedForeign(ShardsTopics.WORKERS, 2_000, report))))
                .containsExactly("s t dead: BATCH_FAILED", "s IDLE DRAINED");
    }
}
