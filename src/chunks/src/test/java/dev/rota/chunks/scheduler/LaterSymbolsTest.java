package dev.rota.chunks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.PlacementOrder;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.Decision;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Enum symbols that only a later schema has are read as a harmless default. */
class LaterSymbolsTest {

    private final ChunksLog unit = ChunksLog.warm();

    /** Returns the policy as written by a producer whose schema has one more order, with that order. */
    private static GenericRecord inALaterOrder(PlacementPolicy policy) {
        String text = policy.getSchema().toString().replace("\"CHUNK_MAJOR\"", "\"CHUNK_MAJOR\",\"LATER\"");
        Schema later = new Schema.Parser().parse(text);
        GenericRecord said = new GenericData.Record(later);
        for (Schema.Field each : later.getFields()) {
            said.put(each.pos(), policy.get(each.name()));
        }
        said.put("order", new GenericData.EnumSymbol(later.getField("order").schema(), "LATER"));
        return said;
    }

    @Test
    void shouldReadAnUnknownOrderAsTheDefault() throws Exception {
        // given no room for a second replica, which the other order would refuse
        PlacementPolicy policy = ChunksLog.policyOf(each -> each.setSaturation(1));
        unit.list("a", 60, 1);
        unit.ping("v", null, 100L);
        unit.ping("w", null, 40L);
        unit.policy(each -> each.setSaturation(1).setOrder(PlacementOrder.CHUNK_MAJOR));
        assertThat(ChunksLog.said(unit.epoch())).containsExactly("epoch 1 NOT_ENOUGH_CAPACITY at 1004");

        // when
        List<Decision> decided = unit.log().feedForeign(ChunksTopics.POLICIES, 2_000, inALaterOrder(policy));

        // then
        assertThat(decided).isEmpty();
        assertThat(ChunksLog.said(unit.at(3_000).epoch()))
                .containsExactly("v OK: 0", "w OK: ", "epoch 2 PUBLISHED at 3000");
    }
}
