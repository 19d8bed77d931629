package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.Claim;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Input;
import dev.rota.engine.Rejection;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Partitions;
import dev.rota.registry.RegistryServer;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.settings.Setting;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests intake on a broker, with bad inputs, and with a registry that is down or slow: it waits on threads of its own. {@link
 * SimulatedIntakeTest} has what needs no broker.
 */
@Tag("broker")
class IntakeTest {

    /** The first of some ids that the registry does not have. */
    private static final int UNKNOWN = 123_456;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldRejectGarbageOnEveryInputOnceAndGoOn() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new CoresDomain(), Map.of(Setting.SCHEMA_PATIENCE_MS.key(), "100"))) {
            // given
            tenant.start();
            List<String> bad = new ArrayList<>();
            List<SpecificRecord> good = List.of(
                    new BlockEvent("chain", 1L, new BlockEnded(List.of(), null), null),
                    new Claim("chain", 1, "alice", null));

            // when
            for (Input<?> input : new CoresDomain().inputs()) {
                SpecificRecord own = good.get(input.topic().equals("cores.blocks") ? 0 : 1);
                SpecificRecord other = good.get(input.topic().equals("cores.blocks") ? 1 : 0);
                byte[] framed = tenant.wire().write(tenant.names().topic(input.topic()), own);
                byte[] compressible = new byte[2_000_000];
                for (byte[] value : Arrays.asList(
                        null,
                        new byte[0],
                        "{}".getBytes(UTF_8),
                        new byte[] {1, 2, 3, 4, 5, 6},
                        Framing.frame(123_456, new byte[] {1}),
                        Arrays.copyOf(framed, framed.length - 1),
                        tenant.wire().write("elsewhere." + input.topic(), other),
                        compressible)) {
                    bad.add(tenant.place(input.topic(), "key", value));
                }
                tenant.produce(input.topic(), "key", own);
            }

            // then the two valid ones are decided, too, and rejected since there is no session yet
            List<Rejection> rejections = tenant.rejections(tenant.rejections().atLeast(bad.size() + 2));
            assertThat(rejections)
                    .filteredOn(rejection -> !rejection.getReason().equals("NO_SESSION"))
                    .extracting(Rejection::getSource)
                    .containsExactlyInAnyOrderElementsOf(bad);
            assertThat(rejections)
                    .extracting(Rejection::getReason)
                    .contains(
                            "NULL_VALUE",
                            "NOT_FRAMED",
                            "SCHEMA_UNKNOWN",
                            "UNDECODABLE",
                            "TYPE_UNEXPECTED",
                            "RECORD_TOO_LARGE",
                            "NO_SESSION");
            tenant.awaitDecided();
            assertThat(Tenant.chained(tenant.audit())).isEqualTo(bad.size() + 2);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    @Full
    void shouldWaitForARegistryThatIsDown() throws Exception {
        RegistryServer registry = RegistryServer.local(CLUSTER.bootstrapServers(), 0);
        int port = registry.port();
        String url = registry.url();
        registry.close();
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given
            DomainRun run = tenant.start(Tenant.registry(url));
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));
            tenant.flush();
            Await.until(
                    "the scheduler to run",
                    () -> run.health().reasons().equals(List.of("intake waits for the schema registry")));
            assertThat(run.health().ready()).isFalse();
            assertThat(run.health().live()).isTrue();

            // when
            try (RegistryServer back = RegistryServer.local(CLUSTER.bootstrapServers(), port)) {
                // then
                assertThat(back.port()).isEqualTo(port);
                tenant.tail(Chores.TASKS).atLeast(1);
                Await.until(
                        () -> "ready, but " + run.health(), () -> run.health().ready());
                run.close();
            }
        }
    }

    /** Returns a key that Kafka's partitioner assigns to a partition of an input. */
    private static String key(int partition) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "h" + i)
                .filter(key -> Partitions.of(key.getBytes(UTF_8), 2) == partition)
                .findFirst()
                .orElseThrow();
    }

    /** The cluster's registry, with a hook before each lookup by id. */
    private abstract static class HookedRegistry implements SchemaRegistry {

        private final SchemaRegistry real = Tenant.registry(CLUSTER.registryUrl());

        @Override
        public int register(String subject, Schema schema) throws InterruptedException {
            return real.register(subject, schema);
        }

        @Override
        public int lookUp(String subject, Schema schema) throws InterruptedException {
            return real.lookUp(subject, schema);
        }

        @Override
        public Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException {
            asked(id, patience);
            return real.byId(id, patience);
        }

        abstract void asked(int id, Duration patience) throws SchemaUnknown, InterruptedException;
    }

    @Test
    @Full
    void shouldReadOtherPartitionsWhileOneWaitsForItsSchema() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain())) {
            // given a registry that does not respond to requests for one id
            CountDownLatch answers = new CountDownLatch(1);
            CountDownLatch waits = new CountDownLatch(1);
            tenant.start(new HookedRegistry() {
                @Override
                void asked(int id, Duration patience) throws SchemaUnknown, InterruptedException {
                    if (id == UNKNOWN) {
                        waits.countDown();
                        assertThat(answers.await(120, TimeUnit.SECONDS)).isTrue();
                        throw new SchemaUnknown(id, "expected a schema " + id + ", but it is a test's");
                    }
                }
            });
            String parked = key(0);
            String free = key(1);

            // when
            String bad = tenant.place(Chores.EVENTS, parked, Framing.frame(UNKNOWN, new byte[] {1}));
            tenant.produce(Chores.EVENTS, parked, Chores.added(parked, "late-0"));
            tenant.produce(Chores.EVENTS, parked, Chores.added(parked, "late-1"));
            tenant.flush();
            assertThat(waits.await(60, TimeUnit.SECONDS)).isTrue();
            tenant.produce(Chores.EVENTS, free, Chores.added(free, "now"));
            tenant.flush();

            // then
            TopicTail tasks = tenant.tail(Chores.TASKS);
            assertThat(tenant.values(Task.class, tasks.atLeast(1)))
                    .extracting(Task::getChore)
                    .containsExactly("now");

            // and the waiting records follow in order
            answers.countDown();
            assertThat(tenant.values(Task.class, tasks.atLeast(3)))
                    .extracting(Task::getChore)
                    .containsExactly("now", "late-0", "late-1");
            assertThat(tenant.rejections(tenant.rejections().atLeast(1)))
                    .extracting(Rejection::getSource)
                    .containsExactly(bad);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    @Full
    void shouldWaitForUnknownSchemasOfAPartitionOnceInAnInterval() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ChoresDomain(), Map.of(Setting.SCHEMA_PATIENCE_MS.key(), "100"))) {
            // given
            List<Integer> waitedFor = new CopyOnWriteArrayList<>();
            tenant.start(new HookedRegistry() {
                @Override
                void asked(int id, Duration patience) {
                    if (id >= UNKNOWN && !patience.isZero()) {
                        waitedFor.add(id);
                    }
                }
            });

            // when
            List<String> bad = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                bad.add(tenant.place(Chores.EVENTS, key(0), Framing.frame(UNKNOWN + i, new byte[] {1})));
            }
            tenant.produce(Chores.EVENTS, key(0), Chores.added(key(0), "dishes"));
            tenant.flush();

            // then each is refused, and only the lookup of the first one waited
            tenant.tail(Chores.TASKS).atLeast(1);
            assertThat(tenant.rejections(tenant.rejections().atLeast(40)))
                    .allMatch(rejection -> rejection.getReason().equals("SCHEMA_UNKNOWN"))
                    .extracting(Rejection::getSource)
                    .containsExactlyInAnyOrderElementsOf(bad);
            assertThat(waitedFor).containsExactly(UNKNOWN);
        }
    }
}
