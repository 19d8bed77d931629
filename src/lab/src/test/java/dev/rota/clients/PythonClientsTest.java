package dev.rota.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.DevProcess;
import dev.rota.cli.ExpectedOutput;
import dev.rota.client.process.Commands;
import dev.rota.engine.Rejection;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobStateEvent;
import dev.rota.jobs.JobStateKind;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.shards.DeadLetter;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs programs that use the package for Python. */
@Tag("broker")
@Tag("embedded")
@Full
class PythonClientsTest extends ClientFixture {

    private static final String POOL = "noted";
    private static final int RECORDS = 400;

    /** The number of records whose dead letters are larger than a step's outputs may be. */
    private static final int LARGE_RECORDS = 16;

    private static final int LARGE_BYTES = 850_000;

    @Test
    void shouldSubmitJobsAndWaitForTheirEnd() throws Exception {
        Language.PYTHON.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            tenant.startReady();
            ClientProcess bot = start(Language.PYTHON, tenant, "jobs", "bot", "b", "2", "sh");

            // its result is the job's
            ClientProcess good = submit(tenant, "good", "exit 0");
            assertThat(good.exitCode()).as(good.output() + bot.output()).isZero();
            assertThat(good.output()).contains("COMPLETED OK 0");
            ClientProcess bad = submit(tenant, "bad", "exit 3");
            assertThat(bad.exitCode()).as(bad.output()).isEqualTo(1);
            assertThat(bad.output()).contains("COMPLETED OK 3");

            // an id is free again when its job has ended, and not before
            assertThat(submit(tenant, "good", "exit 0").exitCode()).isZero();
            ClientProcess first = submit(tenant, "twice", "touch " + folder.resolve("began") + "; exec sleep 600");
            Await.until("the job runs", () -> Files.exists(folder.resolve("began")));
            ClientProcess second = submit(tenant, "twice", "exit 0");
            assertThat(second.exitCode()).as(second.output()).isEqualTo(1);
            assertThat(second.output()).contains("rejected, JOB_EXISTS");
            assertThat(first.isAlive()).as(first.output()).isTrue();
        }
    }

    @Test
    void shouldReportAHandlerThatRaises() throws Exception {
        Language.PYTHON.interpreter();
        try (Tenant tenant = cluster.tenant(new JobsDomain())) {
            // given
            tenant.startReady();
            CohortPolicy policy =
                    CohortPolicy.newBuilder().setFailureBackoffMs(100).build();
            tenant.produce(JobsTopics.POLICIES, "default", new PolicyEvent("default", policy));
            TopicTail events = tenant.tail("jobs.events");
            ClientProcess bot = startForeign(Language.PYTHON, tenant, "raising", "b");

            // when
            for (String job : List.of("invalid", "retry", "fault")) {
                JobSubmitted submitted = JobSubmitted.newBuilder()
                        .setInstance("ci")
                        .setRequirements(List.of(new Property("os", "linux")))
                        .setPayload(ByteBuffer.wrap(job.getBytes(UTF_8)))
                        .build();
                tenant.produce(JobsTopics.SUBMISSIONS, job, new JobEvent(job, "unknown", submitted));
            }

            // then
            List<String> ends = new ArrayList<>();
            Await.until(() -> "three jobs end; the bot says: " + bot.output(), () -> {
                for (JobStateEvent event : values(tenant, JobStateEvent.class, events)) {
                    if (event.getKind() == JobStateKind.COMPLETED || event.getKind() == JobStateKind.ABORTED) {
                        ends.add(event.getJob() + " " + event.getKind() + " " + event.getStatus() + " at attempt "
                                + event.getAttempt());
                    }
                }
                return ends.size() == 3;
            });
            assertThat(ends)
                    .containsExactlyInAnyOrder(
                            "invalid COMPLETED FAILED_PRECONDITION at attempt 1",
                            "retry COMPLETED OK at attempt 3",
                            "fault ABORTED INTERNAL at attempt 5");
            bot.end();
        }
    }

    /** A worker that leaves reports all that it has handled; one that is replaced ends, and says so. */
    @Test
    void shouldHandleEachRecordOnceIfNoWorkerIsKilled() throws Exception {
        Language.PYTHON.interpreter();
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            // given
            tenant.startReady();
            tenant.produce(
                    "shards.controls",
                    POOL,
                    new PoolControl(
                            POOL, PoolPolicy.newBuilder().setStateless(true).build()));
            TopicTail receipts = tenant.tail("shards.receipts");
            Path noted = folder.resolve("noted");
            ClientProcess one = noting(tenant, "one", noted);
            for (int i = 0; i < RECORDS; i++) {
                String shard = "shard-" + i % 7;
                tenant.produce(
                        "shards.transactions", shard, Transactions.of(POOL, shard, "t" + i, ByteBuffer.allocate(0)));
            }
            tenant.flush();

            // when
            Await.until(one::output, () -> Commands.read(noted).lines().count() > RECORDS / 4);
            one.end();
            ClientProcess two = noting(tenant, "two", noted, "until-eof");
            Await.until(two::output, () -> Commands.read(noted).lines().count() > RECORDS / 2);
            two.endInput();
            two.awaitEnd();
            ClientProcess three = noting(tenant, "three", noted);
            List<ReceiptsCommitted> committed = new ArrayList<>();
            Await.until(
                    () -> "all receipts, but there are " + count(committed) + "; the worker says: " + three.output(),
                    () -> {
                        committed.addAll(values(tenant, ReceiptsCommitted.class, receipts));
                        return count(committed) >= RECORDS;
                    });
            ClientProcess again = noting(tenant, "three", noted);

            // then
            assertThat(three.exitCode()).as(three.output()).isEqualTo(1);
            assertThat(three.output()).contains("has taken its place");
            again.end();
            assertThat(count(committed)).isEqualTo(RECORDS);
            assertThat(Files.readAllLines(noted)).hasSize(RECORDS).doesNotHaveDuplicates();
        }
    }

    /** The dead letters of all reports in one record do not fit one step. */
    @Test
    void shouldLoseNothingWhenReportsAreTooLarge() throws Exception {
        Language.PYTHON.interpreter();
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            // given
            tenant.startReady();
            PoolPolicy policy = PoolPolicy.newBuilder().setStateless(true).build();
            tenant.produce("shards.controls", POOL, new PoolControl(POOL, policy));
            tenant.awaitTaken("shards.controls");
            TopicTail letters = tenant.tail("shards.dead-letters");

            // when
            ClientProcess worker =
                    startForeign(Language.PYTHON, tenant, "rejecting", POOL, "w", String.valueOf(LARGE_RECORDS));
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < LARGE_RECORDS; i++) {
                ids.add("t" + i);
                ByteBuffer payload = ByteBuffer.allocate(LARGE_BYTES);
                tenant.produce("shards.transactions", "s" + i, Transactions.of(POOL, "s" + i, "t" + i, payload));
            }
            tenant.flush();

            // then
            List<String> dead = new ArrayList<>();
            Await.until(
                    () -> "all dead letters, but there are " + dead + "; the worker says: " + worker.output(), () -> {
                        values(tenant, DeadLetter.class, letters).forEach(letter -> dead.add(letter.getTransaction()));
                        return dead.size() >= LARGE_RECORDS;
                    });
            worker.end();
            tenant.awaitTaken("shards.workers");
            tenant.awaitDecided();
            assertThat(tenant.rejections(tenant.rejections().toEnd()))
                    .extracting(Rejection::getReason)
                    .contains("REPORT_TOO_LARGE");
            values(tenant, DeadLetter.class, letters).forEach(letter -> dead.add(letter.getTransaction()));
            assertThat(dead).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(tenant.failures()).isEmpty();
        }
    }

    @Test
    void shouldGoOnWhenTheirBrokerIsBack() throws Exception {
        Language.PYTHON.interpreter();
        try (DevProcess dev = new DevProcess(folder)) {
            List<String> options = List.of("--domains", "jobs", "--data", "data");
            ExpectedOutput up = ExpectedOutput.of(List.of("Rota is up: …", "…"));
            dev.start(options, up);
            try (ClientProcess bot = start(dev, "bot", "b", "1", "sh")) {
                try (ClientProcess submit = start(dev, "submit", "before", "ci", "exit 0")) {
                    assertThat(submit.exitCode())
                            .as(submit.output() + bot.output())
                            .isZero();
                }
                dev.end();
                try (ClientProcess submit = start(dev, "submit", "after", "ci", "exit 0")) {
                    dev.start(options, up);
                    assertThat(submit.exitCode())
                            .as(submit.output() + bot.output())
                            .isZero();
                }
                bot.end();
            }
        }
    }

    private ClientProcess start(DevProcess dev, String example, String... arguments) throws Exception {
        String script = Language.PACKAGE.resolve("examples/" + example + ".py").toString();
        return ClientProcess.start(Language.PYTHON, dev.environment(), folder, script, arguments);
    }

    private ClientProcess submit(Tenant tenant, String job, String payload) throws Exception {
        String script = Language.PACKAGE.resolve("examples/submit.py").toString();
        return startExample(Language.PYTHON, tenant, script, job, "ci", payload);
    }

    private ClientProcess noting(Tenant tenant, String name, Path file, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(POOL, name, file.toString()));
        arguments.addAll(List.of(more));
        return startForeign(Language.PYTHON, tenant, "noting", arguments.toArray(new String[0]));
    }

    private static int count(List<ReceiptsCommitted> committed) {
        return committed.stream()
                .flatMap(each -> each.getBatches().stream())
                .mapToInt(batch -> batch.getReceipts().size())
                .sum();
    }

    private static <T extends SpecificRecord> List<T> values(Tenant tenant, Class<T> type, TopicTail tail) {
        try {
            return tenant.values(type, tail.more());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
