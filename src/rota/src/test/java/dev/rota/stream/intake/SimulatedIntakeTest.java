package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.engine.Rejection;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Partitions;
import dev.rota.settings.Setting;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests intake in a simulated world: records that are appended twice, topics that are created again, and schemas that
 * become known, stay unknown, or are forgotten.
 */
@ExtendWith(Quiet.class)
class SimulatedIntakeTest {

    /** The first of some ids that the registry does not have. */
    private static final int UNKNOWN = 123_456;

    /** Returns a key that Kafka's partitioner assigns to a partition of an input. */
    private static String key(int partition) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "h" + i)
                .filter(key -> Partitions.of(key.getBytes(UTF_8), 2) == partition)
                .findFirst()
                .orElseThrow();
    }

    /** Whatever is appended again remains in the log for ever. */
    @Test
    void shouldNotAppendAgainWhatTheLogContains() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            tenant.start();
            for (int i = 0; i < 300; i++) {
                tenant.produce(Chores.EVENTS, "h" + i % 3, Chores.added("h" + i % 3, "chore-" + i));
            }
            tenant.until(Chores.TASKS, 300);
            tenant.stop();

            // when intake restarts from the beginning, as if it had never committed
            resumeAtBegin(tenant, 0, Set.of());
            resumeAtBegin(tenant, 1, Set.of());
            tenant.start();
            tenant.produce(Chores.EVENTS, "h0", Chores.done("h0", "chore-0"));
            tenant.untilDecided();

            // then
            assertThat(tenant.values(Task.class, Chores.TASKS)).hasSize(301);
            assertThat(tenant.rejections()).isEmpty();
            assertThat(tenant.records(tenant.names().log())).hasSizeBetween(301, 350);
        }
    }

    @Test
    void shouldReadATopicThatWasCreatedAgainFromItsBeginning() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            tenant.start();
            for (int i = 0; i < 100; i++) {
                tenant.produce(Chores.EVENTS, "h" + i % 3, Chores.added("h" + i % 3, "old-" + i));
            }
            tenant.until(Chores.TASKS, 100);

            // when the new topic has more records than were read from the old one
            tenant.replace(Chores.EVENTS);
            for (int i = 0; i < 400; i++) {
                tenant.produce(Chores.EVENTS, "h" + i % 3, Chores.added("h" + i % 3, "new-" + i));
            }
            tenant.untilDecided();

            // then
            Set<String> chores = new TreeSet<>();
            tenant.values(Task.class, Chores.TASKS).forEach(task -> chores.add(task.getChore()));
            assertThat(chores).hasSize(500);
            assertThat(tenant.values(Task.class, Chores.TASKS)).hasSize(500);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldWaitForARegistryThatIsDown() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given
            tenant.registryDown();
            tenant.start();
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));
            tenant.until("it waits", () -> tenant.waitsFor().equals("the schema registry"));

            // when
            tenant.registryBack();

            // then
            tenant.until(Chores.TASKS, 1);
            assertThat(tenant.waitsFor()).isEmpty();
        }
    }

    @Test
    void shouldAcceptARecordWhoseSchemaBecomesKnownInTime() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain())) {
            // given a registry that responds when both events are in the input
            tenant.start();
            tenant.until("it reads", () -> tenant.waitsFor().isEmpty());
            tenant.registryDown();
            byte[] added = AvroCodec.of(ChoreEvent.class).encode(Chores.added("h", "dishes"));
            byte[] done = AvroCodec.of(ChoreEvent.class).encode(Chores.done("h", "dishes"));
            tenant.knows(UNKNOWN, ChoreEvent.getClassSchema());

            // when
            tenant.place(Chores.EVENTS, "h", Framing.frame(UNKNOWN, added));
            tenant.place(Chores.EVENTS, "h", Framing.frame(UNKNOWN, done));
            tenant.registryBack();

            // then both are decided in order, after one request to the registry
            tenant.until(Chores.TASKS, 2);
            assertThat(tenant.waitedFor()).containsOnlyOnce(UNKNOWN);
            assertThat(tenant.rejections()).isEmpty();
        }
    }

    @Test
    void shouldKeepARefusalThoughTheSchemaBecomesKnown() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain(), Map.of(Setting.SCHEMA_PATIENCE_MS.key(), "0"))) {
            // given a refused record
            tenant.start();
            byte[] added = AvroCodec.of(ChoreEvent.class).encode(Chores.added(key(0), "dishes"));
            String source = tenant.place(Chores.EVENTS, key(0), Framing.frame(UNKNOWN, added));
            tenant.until("chores.rejections", 1);
            tenant.stop();

            // when intake crashed after the append, and the schema has been registered since
            resumeAtBegin(tenant, 0, Set.of(0L));
            tenant.knows(UNKNOWN, ChoreEvent.getClassSchema());
            tenant.start();
            tenant.place(Chores.EVENTS, key(0), Framing.frame(UNKNOWN, added));
            tenant.untilDecided();

            // then the record after it is decided, and the refused one is not
            assertThat(tenant.values(Task.class, Chores.TASKS)).hasSize(1);
            assertThat(tenant.rejections()).extracting(Rejection::getSource).containsExactly(source);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldKeepAnAcceptedRecordThoughTheRegistryForgetsTheSchema() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain(), Map.of(Setting.SCHEMA_PATIENCE_MS.key(), "0"))) {
            // given
            tenant.knows(UNKNOWN, ChoreEvent.getClassSchema());
            byte[] added = AvroCodec.of(ChoreEvent.class).encode(Chores.added(key(0), "dishes"));
            tenant.start();
            tenant.place(Chores.EVENTS, key(0), Framing.frame(UNKNOWN, added));
            tenant.until(Chores.TASKS, 1);
            tenant.stop();

            // when intake crashed after the append, and the registry has lost the schema
            resumeAtBegin(tenant, 0, Set.of());
            tenant.forgets(UNKNOWN);
            tenant.start();
            tenant.produce(Chores.EVENTS, key(0), Chores.added(key(0), "floor"));
            tenant.untilDecided();

            // then it is not refused in addition
            assertThat(tenant.values(Task.class, Chores.TASKS)).hasSize(2);
            assertThat(tenant.rejections()).isEmpty();
            assertThat(tenant.failures()).isEmpty();
        }
    }

    /** Moves intake's position in a partition of the events to the beginning, as after an unclean stop. */
    private static void resumeAtBegin(SimTenant tenant, int partition, Set<Long> refused) {
        TopicPartition events = new TopicPartition(tenant.names().topic(Chores.EVENTS), partition);
        PositionMark mark = new PositionMark(
                tenant.topicId(events.topic()), 0, "", new Reading.Rules(2), false, new TreeSet<>(refused));
        tenant.commit(
                tenant.names().intake(),
                events,
                mark.toCommit().offset(),
                mark.toCommit().metadata());
    }
}
