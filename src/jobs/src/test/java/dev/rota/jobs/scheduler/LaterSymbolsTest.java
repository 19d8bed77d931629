package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.jobs.BotStatus;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Victims;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Enum symbols that only a later schema has are read as a harmless default. */
class LaterSymbolsTest {

    private final TestFarm farm = TestFarm.warm();

    /**
     * Returns the event as written by a producer whose schema has one more symbol, with that symbol as the field's
     * value.
     */
    private static GenericRecord with(SpecificRecord event, String known, String field) {
        String text = event.getSchema().toString().replace("\"" + known + "\"", "\"" + known + "\",\"LATER\"");
        Schema later = new Schema.Parser().parse(text);
        GenericRecord said = new GenericData.Record(later);
        GenericRecord own = (GenericRecord) SpecificData.get().deepCopy(event.getSchema(), event);
        for (Schema.Field each : later.getFields()) {
            said.put(each.pos(), own.get(each.pos()));
        }
        GenericRecord inner = (GenericRecord) own.get("event");
        Schema innerLater = later.getField("event").schema().getTypes().stream()
                .filter(type -> type.getFullName().equals(inner.getSchema().getFullName()))
                .findFirst()
                .orElseThrow();
        GenericRecord copy = new GenericData.Record(innerLater);
        for (Schema.Field each : innerLater.getFields()) {
            Object value = inner.get(each.pos());
            copy.put(
                    each.pos(),
                    each.schema().getType() == Schema.Type.ENUM
                            ? new GenericData.EnumSymbol(
                                    each.schema(), each.name().equals(field) ? "LATER" : value.toString())
                            : value);
        }
        said.put("event", copy);
        return said;
    }

    @Test
    void shouldReadAnUnknownBotStatusAsUnhealthy() throws Exception {
        farm.log()
                .feedForeign(JobsTopics.BOTS, 1_000, with(bot("b").sync(), BotStatus.HOST_REBOOTING.name(), "status"));

        assertThat(farm.submit("j", "a")).containsExactly("j QUEUED");
        farm.sync(bot("b"));
        assertThat(farm.pass(6_000)).containsExactly("j ASSIGNED b", "b: ASSIGNED j/1 CAPACITY");
    }

    @Test
    void shouldReadUnknownVictimsAsThoseOfALowerPriority() throws Exception {
        // given
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setVictims(Victims.ANY)
                .setPreemptionDelayMs(0)
                .build();
        farm.log()
                .feedForeign(
                        JobsTopics.POLICIES,
                        1_000,
                        with(new PolicyEvent("default", policy), Victims.ANY.name(), "victims"));
        farm.quota("p", 2, 2);
        farm.sync(bot("b").capacity(2));
        farm.submit("alike", "v", 1);
        farm.submit("worse", "v", 2);

        // then
        assertThat(farm.submit("p1", "p", 1)).contains("worse EVICTED b", "p1 ASSIGNED b");
        assertThat(farm.submit("p2", "p", 1)).containsExactly("p2 QUEUED");
    }
}
