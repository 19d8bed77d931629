package dev.rota.stream.intake;

import static dev.rota.stream.intake.MappingChangeTest.id;
import static dev.rota.stream.intake.MappingChangeTest.rewind;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Rejection;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.Partitions;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.stream.Await;
import dev.rota.stream.DomainRun;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests events that only the newest build can read, and builds that resume where another was killed. */
@Tag("broker")
class OtherBuildTest {

    private static final int LOG_PARTITIONS = 2;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    @Test
    void shouldRefuseAgainWhatAFormerBuildMayHaveRefused() throws Exception {
        try (Tenant former = CLUSTER.tenant(ChoresDomain.formerBuild());
                Tenant newest = new Tenant(new ChoresDomain(), former.settings().under(""))) {
            // given
            DomainRun run = former.startReady();
            int refused = produce(newest);
            newest.awaitTaken(Chores.EVENTS);
            run.close();
            rewind(newest, new PositionMark(id(newest), 0, "", 1, false, new TreeSet<>()));

            // when
            newest.startReady();
            newest.awaitTaken(Chores.EVENTS);
            newest.awaitDecided();

            // then
            assertThat(newest.rejections().toEnd()).hasSize(refused);
            assertThat(newest.failures()).isEmpty();

            // and it reads later events by its rules
            int accepted = produce(newest);
            newest.awaitTaken(Chores.EVENTS);
            newest.awaitDecided();
            assertThat(newest.values(Rejection.class, newest.rejections().toEnd()))
                    .hasSize(refused + accepted)
                    .filteredOn(rejection -> rejection.getMessage().startsWith("by rules"))
                    .hasSize(accepted);
        }
    }

    @Test
    void shouldStopBeforeWhatANewerBuildMayHaveAccepted() throws Exception {
        try (Tenant former = CLUSTER.tenant(ChoresDomain.formerBuild());
                Tenant newest = new Tenant(new ChoresDomain(), former.settings().under(""))) {
            // given
            former.startReady().close();
            DomainRun run = newest.startReady();
            produce(newest);
            newest.awaitTaken(Chores.EVENTS);
            run.close();
            rewind(newest, new PositionMark(id(newest), 0, "", 2, false, new TreeSet<>()));

            // when
            former.start();

            // then
            Await.until("a reason to stop", () -> !former.failures().isEmpty());
            assertThat(former.failures())
                    .singleElement()
                    .asString()
                    .startsWith("intake stops: ")
                    .endsWith("cannot be read, but may have been accepted by a build that supports rules chores/2, and"
                            + " this build supports chores/1 to chores/1. Run a newer build");
        }
    }

    /**
     * Produces events until the last one's refusal goes to another log partition than the accepted event would. Returns
     * the number of events.
     */
    private static int produce(Tenant tenant) throws Exception {
        int schema = Tenant.registry(tenant.settings().text(Setting.REGISTRY_URL))
                .register(Wire.subject(tenant.names().topic(Chores.EVENTS)), ChoreEvent.getClassSchema());
        int produced = 0;
        int refused;
        int accepted;
        do {
            String household = "h" + produced++;
            byte[] event = AvroCodec.of(ChoreEvent.class).encode(Chores.added(household, "dishes"));
            String coordinates = tenant.place(Chores.EVENTS, household, Framing.frame(schema, event));
            refused = Partitions.of(coordinates.getBytes(UTF_8), LOG_PARTITIONS);
            accepted = Partitions.of(household.getBytes(UTF_8), LOG_PARTITIONS);
        } while (refused == accepted);
        return produced;
    }
}
