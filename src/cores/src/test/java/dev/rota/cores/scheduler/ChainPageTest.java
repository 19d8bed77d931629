package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.Claim;
import dev.rota.serde.PlainJson;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Compares the page of a chain's state with the naive model of the rules. */
class ChainPageTest {
    private static final int EVENTS = 120;

    @Seeded(50)
    void shouldShowWhatTheModelSays(long seed) throws Exception {
        NaiveChain model = new NaiveChain("chain");
        RandomHistory history = new RandomHistory(seed, model);
        TestLog log = TestLog.warm(new CoresDomain());
        for (int i = 0; i < EVENTS; i++) {
            // given
            SpecificRecord event = history.next();
            model.take(event);
            log.feed(event instanceof Claim ? "cores.claims" : "cores.blocks", event);
            if (!log.knows("chain")) {
                continue;
            }
            // when
            JsonNode page = page(log);
            // then
            assertThat(page.path("asOf").asLong()).isEqualTo(log.now("chain"));
            assertThat(page.path("session").isNumber()).isEqualTo(model.hasSession());
            if (model.hasSession()) {
                assertSame(page, model, "seed " + seed + " event " + i);
            }
        }
    }

    private static void assertSame(JsonNode page, NaiveChain model, String where) {
        assertThat(page.path("block").asLong()).as(where).isEqualTo(model.last());
        assertThat(page.path("open").asBoolean()).as(where).isEqualTo(model.isOpen());
        assertThat(page.path("cores").asInt()).as(where).isEqualTo(model.cores());
        assertThat(page.path("occupied").asInt())
                .as(where)
                .isEqualTo(model.occupiedCores().size());
        List<Integer> occupied = new ArrayList<>();
        List<Integer> scheduled = new ArrayList<>();
        for (JsonNode use : page.path("onCores")) {
            int core = use.path("core").asInt();
            int para = use.path("para").asInt();
            if (use.path("state").asText().equals("OCCUPIED")) {
                occupied.add(core);
                assertThat(model.occupiedCore(para)).as(where).isEqualTo(core);
                assertThat(use.path("timeOutAt").asLong()).as(where).isEqualTo(model.timeOut(core));
            } else {
                scheduled.add(core);
                assertThat(use.path("state").asText()).as(where).isEqualTo(model.isOpen() ? "SCHEDULED" : "NOT_BACKED");
                assertThat(model.scheduledCore(para)).as(where).isEqualTo(core);
            }
        }
        assertThat(occupied).as(where).isEqualTo(model.occupiedCores());
        if (model.isOpen()) {
            assertThat(scheduled).as(where).containsExactlyInAnyOrderElementsOf(model.scheduledCores());
        }
        int queued = 0;
        for (int para = 0; para < 12; para++) {
            NaiveChain.Waiting waiting = model.waiting(para);
            if (waiting != null) {
                queued++;
                JsonNode place = page.path("queue").path(waiting.position() - 1);
                assertThat(place.path("para").asInt()).as(where).isEqualTo(para);
                assertThat(place.path("position").asInt()).as(where).isEqualTo(waiting.position());
                assertThat(place.path("core").asInt()).as(where).isEqualTo(waiting.core());
                assertThat(place.path("ahead").asInt()).as(where).isEqualTo(waiting.ahead());
            }
        }
        assertThat(page.path("queue")).as(where).hasSize(queued);
        assertThat(page.path("queued").asInt()).as(where).isEqualTo(queued);
    }

    @Seeded(15)
    void shouldChangeNoDecision(long seed) throws Exception {
        // given
        NaiveChain model = new NaiveChain("chain");
        RandomHistory history = new RandomHistory(seed, model);
        TestLog asked = TestLog.warm(new CoresDomain());
        TestLog unasked = TestLog.warm(new CoresDomain());
        TestLog cold = TestLog.cold(new CoresDomain());
        for (int i = 0; i < EVENTS; i++) {
            SpecificRecord event = history.next();
            model.take(event);
            String topic = event instanceof Claim ? "cores.claims" : "cores.blocks";
            // when
            asked.feed(topic, event);
            unasked.feed(topic, event);
            cold.feed(topic, event);
            // then
            if (asked.knows("chain")) {
                assertThat(page(cold)).isEqualTo(page(asked));
            }
            assertThat(asked.chain("chain")).isEqualTo(unasked.chain("chain"));
        }
    }

    @Test
    void shouldShowTheFirstOfALongQueueAndItsLength() throws Exception {
        // given
        TestLog log = TestLog.warm(new CoresDomain());
        log.feed(
                "cores.blocks",
                new BlockEvent(
                        "chain",
                        0L,
                        new BlockEnded(
                                List.of(),
                                Sessions.change(Sessions.config().setSchedulingLookahead(500))
                                        .setParathreads(Sessions.numbers(1_001, 1_300))
                                        .build()),
                        null));
        for (int para = 1_001; para <= 1_300; para++) {
            log.feed("cores.claims", new Claim("chain", para, "ann", null));
        }
        // when
        JsonNode page = page(log);
        // then
        assertThat(page.path("queue")).hasSize(100);
        assertThat(page.path("queued").asInt()).isEqualTo(300);
    }

    private static JsonNode page(TestLog log) throws Exception {
        return PlainJson.parse(Objects.requireNonNull(log.page("chain", "state.json")));
    }
}
