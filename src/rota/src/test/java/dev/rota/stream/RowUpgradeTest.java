package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chores.Chores;
import dev.rota.chores.Task;
import dev.rota.engine.Domain;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Setting;
import dev.rota.tally.TallyDomain;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests builds with different row formats that take over from each other on a cluster, and the loss of rows. */
@Tag("broker")
@Full
class RowUpgradeTest {

    private static final int EVENTS = 120;
    private static final int HOUSEHOLDS = 6;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final List<Tenant> tenants = new ArrayList<>();

    private long added;

    @AfterEach
    void close() throws IOException {
        for (Tenant tenant : tenants) {
            tenant.close();
        }
    }

    @Test
    void shouldUpgradeRunningInstancesOneByOne() throws Exception {
        // given
        Tenant elm = tenant(TallyDomain.first(), "elm");
        Tenant oak = again(elm, TallyDomain.first(), "oak");
        DomainRun firstElm = elm.startReady();
        DomainRun firstOak = oak.startReady();
        add(elm);

        // when
        firstElm.close();
        DomainRun secondElm = again(elm, TallyDomain.second(), "elm").startReady();
        add(elm);
        firstOak.close();
        Tenant newest = again(elm, TallyDomain.second(), "oak");
        DomainRun secondOak = newest.startReady();
        add(elm);

        // then
        assertCounted(newest);

        // and an older build refuses the newer rows
        secondElm.close();
        secondOak.close();
        Tenant older = again(elm, TallyDomain.first(), "elm");
        DomainRun refused = older.start();
        Await.until("a reason to stop", () -> !older.failures().isEmpty());
        refused.close();
        assertThat(older.failures())
                .singleElement()
                .asString()
                .startsWith("the scheduler of chores stopped: " + older.names().log() + "/")
                .endsWith("the rows of chores were written by a newer build (format 2), this build supports up to 1:"
                        + " run the newer build");

        // and damages nothing
        Tenant last = again(elm, TallyDomain.second(), "elm");
        last.startReady();
        add(elm);
        assertCounted(last);
    }

    @Test
    void shouldEmitNothingTwiceWhenTheChangelogIsGone() throws Exception {
        // given
        Tenant elm = tenant(TallyDomain.first(), "elm");
        DomainRun run = elm.startReady();
        add(elm);
        elm.awaitDecided();
        run.close();

        // when
        String changelog = elm.names().scheduler() + "-rows-changelog";
        AdminAnswers.get(elm.admin().deleteTopics(List.of(changelog)).all());
        Tenant after = again(elm, TallyDomain.first(), "oak");
        after.startReady();
        add(elm);

        // then
        assertCounted(after);
    }

    @Test
    void shouldRebuildRowsThatDoNotResolveAndThoseThatAnOperatorGivesUp() throws Exception {
        // given
        Tenant elm = tenant(TallyDomain.first(), "elm");
        DomainRun run = elm.startReady();
        add(elm);
        elm.awaitDecided();
        run.close();

        // when
        Tenant third = again(elm, TallyDomain.third(), "elm");
        DomainRun rebuilt = third.startReady();
        add(elm);
        third.awaitDecided();
        rebuilt.close();
        Tenant asked = again(elm, TallyDomain.third(), "elm");
        DomainRun rebuilding = asked.startRebuilding();
        Await.until(
                () -> "ready, but " + rebuilding.health(),
                () -> rebuilding.health().ready());
        add(elm);

        // then
        assertCounted(asked);
    }

    private Tenant tenant(Domain build, String instance) {
        Tenant tenant =
                CLUSTER.tenant(build, Map.of(Setting.INSTANCE_ID.key(), instance, Setting.PARTITIONS.key(), "4"));
        tenants.add(tenant);
        return tenant;
    }

    /** Returns another build on the topics of a tenant, with a separate state folder. */
    private Tenant again(Tenant former, Domain build, String instance) {
        Tenant tenant = new Tenant(
                build,
                former.settings()
                        .with(Map.of(Setting.INSTANCE_ID.key(), instance))
                        .under(""));
        tenants.add(tenant);
        return tenant;
    }

    private void add(Tenant tenant) throws InterruptedException {
        for (int i = 0; i < EVENTS; i++) {
            String household = "h" + added % HOUSEHOLDS;
            tenant.produce(Chores.EVENTS, household, Chores.added(household, "chore"));
            added++;
        }
        tenant.flush();
    }

    /** Asserts that each household's chore is counted 1, 2, 3, ... without a repetition, and that the audit agrees. */
    private void assertCounted(Tenant tenant) throws Exception {
        tenant.awaitTaken(Chores.EVENTS);
        tenant.awaitDecided();
        assertThat(tenant.failures()).isEmpty();
        Map<String, List<Long>> counts = new TreeMap<>();
        TopicTail tail = tenant.tail(Chores.TASKS);
        for (Task task : tenant.values(Task.class, tail.toEnd())) {
            counts.computeIfAbsent(task.getHousehold(), household -> new ArrayList<>())
                    .add((long) task.getHelper());
        }
        assertThat(counts).hasSize(HOUSEHOLDS);
        counts.forEach((household, its) -> assertThat(its)
                .as(household)
                .isEqualTo(LongStream.rangeClosed(1, added / HOUSEHOLDS).boxed().toList()));
        assertThat(Tenant.chained(tenant.audit())).isEqualTo(added);
    }
}
