package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.FormerProducer;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.sim.Quiet;
import dev.rota.sim.SimTenant;
import dev.rota.stream.common.StoppedException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests announcements of rules in a simulated world, also those that are interrupted. */
@ExtendWith(Quiet.class)
class SimulatedAnnouncementTest {

    private static final Set<String> HOUSEHOLDS = Set.of("h0", "h1", "h2", "h3", "h4", "h5");

    /** The id that the registry has for the schema of former producers. */
    private static final int FORMER = 4_711;

    /** A Tick needs no intake, so only the announcement can have declared the schemas of its outputs. */
    @Test
    void shouldDecideInAPartitionThatIsQuiet() throws Exception {
        try (SimTenant tenant = beganByRulesOne()) {
            // when
            tenant.become(new ChoresDomain());
            tenant.announce(2);
            tenant.start();

            // then
            tenant.until(
                    "turns by rules 2 in both partitions",
                    () -> households(tenant, 0, "chores/2").equals(HOUSEHOLDS));
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldAnnounceAgainButNeverGoBack() throws Exception {
        try (SimTenant tenant = new SimTenant(new ChoresDomain(), 1, Map.of())) {
            assertThatThrownBy(() -> tenant.announce(3))
                    .hasMessage("expected rules from 1 to 2 for chores, but it is 3");

            // when
            tenant.announce(1);
            tenant.announce(2);
            tenant.announce(2);

            // then
            assertThatThrownBy(() -> tenant.announce(1))
                    .isInstanceOf(StoppedException.class)
                    .hasMessage(
                            "expected rules of at least 2 for chores, but it is 1: rules chores/2 were announced in "
                                    + tenant.names().log() + ", and rules never go back");
            tenant.start();
            tenant.produce(Chores.EVENTS, "home", Chores.added("home", "dishes"));
            tenant.until(Chores.TASKS, 1);
            assertThat(Tenant.header(
                            tenant.records(tenant.names().topic(Chores.TASKS)).get(0), OutputFormat.RULES))
                    .isEqualTo("chores/2");
        }
    }

    /** After each interruption the instance continues, by the rules that are in force in each partition. */
    @Test
    void shouldCompleteWhatACrashInterrupted() throws Exception {
        try (SimTenant tenant = beganByRulesOne()) {
            tenant.become(new ChoresDomain());
            tenant.start();

            // when
            int crashes = 0;
            while (tenant.announce(2, crashes)) {
                int known = tasks(tenant);
                tenant.until(
                        "turns after a crash",
                        () -> households(tenant, known, "").equals(HOUSEHOLDS));
                assertThat(tenant.failures()).isEmpty();
                crashes++;
            }

            // then
            assertThat(crashes)
                    .as("appends of an announcement in two partitions")
                    .isGreaterThanOrEqualTo(6);
            int known = tasks(tenant);
            tenant.until(
                    "turns by rules 2 in both partitions",
                    () -> households(tenant, known, "chores/2").equals(HOUSEHOLDS));
        }
    }

    /** Returns a tenant with units of both partitions that a former build has decided, and that go on at Ticks only. */
    private static SimTenant beganByRulesOne() throws Exception {
        SimTenant tenant = new SimTenant(new ChoresDomain(), 1, Map.of());
        tenant.become(ChoresDomain.formerBuild());
        tenant.knows(FORMER, FormerProducer.schema());
        tenant.start();
        for (String household : new TreeSet<>(HOUSEHOLDS)) {
            place(tenant, Chores.added(household, "dishes"));
            place(tenant, Chores.rotation(household, 1_000));
        }
        tenant.until(Chores.TASKS, 2 * HOUSEHOLDS.size());
        tenant.untilTaken();
        return tenant;
    }

    private static void place(SimTenant tenant, ChoreEvent event) {
        tenant.place(Chores.EVENTS, event.getHousehold(), Framing.frame(FORMER, FormerProducer.encode(event)));
    }

    private static int tasks(SimTenant tenant) {
        return tenant.records(tenant.names().topic(Chores.TASKS)).size();
    }

    /**
     * Returns the households that have had tasks beyond {@code known}, by the given rules, or by any if they are empty.
     */
    private static Set<String> households(SimTenant tenant, int known, String rules) {
        return tenant.records(tenant.names().topic(Chores.TASKS)).stream()
                .sorted((a, b) -> Long.compare(a.timestamp(), b.timestamp()))
                .skip(known)
                .filter(task -> rules.isEmpty()
                        || Tenant.header(task, OutputFormat.RULES).equals(rules))
                .map(task -> Tenant.header(task, OutputFormat.UNIT))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
