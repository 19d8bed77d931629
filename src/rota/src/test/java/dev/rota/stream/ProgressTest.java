package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.trials.Full;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Full
class ProgressTest {

    @Test
    void shouldReportACommittedOffsetThatStandsStill() throws Exception {
        try (SharedCluster cluster = new SharedCluster();
                Tenant tenant = cluster.tenant(new ChoresDomain())) {
            // given
            DomainRun run = tenant.startReady();
            tenant.produce(Chores.EVENTS, "h", Chores.added("h", "dishes"));
            tenant.tail(Chores.TASKS).atLeast(1);
            tenant.awaitDecided();
            Progress progress = new Progress(tenant.names(), tenant.admin());

            // then an idle log is not reported as a standstill, however long
            progress.look(seconds(0));
            progress.look(seconds(1_000));
            assertThat(progress.stalls()).isEmpty();
            assertThat(progress.lag().values()).containsOnly(0L);

            // when a record is not decided
            run.close();
            tenant.announce(2);

            // then it is reported after half a minute
            progress.look(seconds(1_001));
            progress.look(seconds(1_030));
            assertThat(progress.stalls()).isEmpty();
            progress.look(seconds(1_032));
            assertThat(progress.stalls())
                    .hasSize(2)
                    .allSatisfy(reason -> assertThat(reason)
                            .matches(tenant.names().log()
                                    + "/[01]: the committed offset stands at \\d+ of \\d+ for 32 s"));

            // and no longer once the offset moves
            tenant.start();
            tenant.awaitDecided();
            progress.look(seconds(1_033));
            assertThat(progress.stalls()).isEmpty();
        }
    }

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
