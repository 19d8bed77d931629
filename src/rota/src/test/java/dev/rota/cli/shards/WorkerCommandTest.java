package dev.rota.cli.shards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.ClusterOptions;
import dev.rota.cli.Main;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.client.process.Commands;
import dev.rota.client.process.ReaperTest;
import dev.rota.local.TestJvm;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.PoolControl;
import dev.rota.shards.PoolPolicy;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptsCommitted;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerLeft;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.stream.TopicTail;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Freezes and terminates workers in separate processes that run a command for each record. */
@Tag("broker")
@Full
class WorkerCommandTest {

    private static final String POOL = "orders";

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @BeforeAll
    static void startCluster() {
        ReaperTest.needSetsid();
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--executor Ledger -- true | expected --executor or a command after --, but there are both",
                "--state x -- true         | expected no --state and no --from with a command, which keeps no state",
                "--from x -- true          | expected no --state and no --from with a command, which keeps no state",
                "--lines                   | expected a command after --, whose lines --lines describes, but there is none",
                "-- /nowhere/handle        | expected a program to run, but there is no executable /nowhere/handle",
            })
    void shouldRefuseWrongOptionsInOneLine(String options, String why) throws Exception {
        VerbRun run = VerbRun.here(("worker " + options).split(" "));

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err()).startsWith("rota: " + why);
        assertThat(run.isOneLine()).as(run.err()).isTrue();
    }

    /** The frozen worker is lost, and so is its turn; when it runs again, it ends the command of that turn. */
    @Test
    void shouldReportEachRecordOnceThoughAWorkerIsFrozen() throws Exception {
        try (Tenant tenant = tenant()) {
            // given
            Process frozen = start(
                    "frozen",
                    tenant,
                    "echo $ROTA_TOKEN $ROTA_ID >> first; case $ROTA_ID in t3)"
                            + " echo $$ > pid; exec sleep 1000;; esac");
            awaitWorker(tenant, "frozen");
            for (int i = 0; i < 10; i++) {
                submit(tenant, "t" + i);
            }
            long command = Commands.pid(folder.resolve("pid"));

            // when
            signal("STOP", frozen);
            Process next = start("next", tenant, "echo $ROTA_TOKEN $ROTA_ID >> second; echo done");
            List<Receipt> receipts = awaitReceipts(tenant, 10);
            assertThat(Commands.isAlive(command)).isTrue();
            signal("CONT", frozen);
            Await.until("the command has ended", () -> !Commands.isAlive(command));

            // then
            submit(tenant, "t10");
            receipts.addAll(awaitReceipts(tenant, 11).subList(10, 11));
            assertThat(receipts)
                    .extracting(Receipt::getTransaction)
                    .containsExactly("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10");
            List<String> first = read("first").lines().toList();
            assertThat(first.subList(0, 4)).containsExactly("1 t0", "1 t1", "1 t2", "1 t3");
            assertThat(first.stream().skip(4)).allMatch(line -> !line.startsWith("1 "));
            assertThat(read("second").lines()).allMatch(line -> Long.parseLong(line.split(" ")[0]) > 1);

            // and
            next.destroy();
            frozen.destroy();
            assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(frozen.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(tenant.values(
                            WorkerEvent.class, tenant.tail(ShardsTopics.WORKERS).toEnd()))
                    .filteredOn(event -> event.getEvent() instanceof WorkerLeft)
                    .hasSize(2);
        }
    }

    @Test
    void shouldReportNothingOfACommandThatItKills() throws Exception {
        try (Tenant tenant = tenant()) {
            // given
            Process worker = start("worker", tenant, "[ $ROTA_ID = t0 ] || { echo $$ > pid; exec sleep 1000; }");
            awaitWorker(tenant, "worker");
            submit(tenant, "t0");
            submit(tenant, "t1");
            long command = Commands.pid(folder.resolve("pid"));

            // when
            worker.destroy();

            // then
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
            Await.until("the command has ended", () -> !Commands.isAlive(command));
            List<WorkerEvent> said = tenant.values(
                    WorkerEvent.class, tenant.tail(ShardsTopics.WORKERS).toEnd());
            assertThat(said.get(said.size() - 1).getEvent()).isInstanceOf(WorkerLeft.class);
            assertThat(said)
                    .filteredOn(event -> event.getEvent() instanceof BatchExecuted)
                    .flatExtracting(event -> ((BatchExecuted) event.getEvent()).getReceipts())
                    .extracting(Receipt::getTransaction)
                    .containsExactly("t0");
        }
    }

    @Test
    void shouldPassLinesToOneCommandForEachThread() throws Exception {
        try (Tenant tenant = tenant()) {
            Process worker = start(
                    "worker",
                    tenant,
                    "while read -r line; do echo $line >> lines; echo '{\"status\":\"ok\",\"output\":\"aGk=\"}'; done",
                    "--lines");
            for (int i = 0; i < 50; i++) {
                submit(tenant, "t" + i);
            }

            assertThat(awaitReceipts(tenant, 50))
                    .allMatch(receipt -> UTF_8.decode(
                                    Objects.requireNonNull(receipt.getOutput()).duplicate())
                            .toString()
                            .equals("hi"));
            assertThat(read("lines").lines()).hasSize(50);
            worker.destroy();
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(read("worker.out").lines()).singleElement().asString().startsWith("Worker worker runs 'sh -c");
        }
    }

    private static Tenant tenant() throws InterruptedException {
        Tenant tenant = cluster.tenant(new ShardsDomain());
        tenant.startReady();
        tenant.produce(
                ShardsTopics.CONTROLS,
                POOL,
                new PoolControl(
                        POOL,
                        PoolPolicy.newBuilder()
                                .setStateless(true)
                                .setQuantumMs(600_000)
                                .setTurnMsMax(600_000L)
                                .setWorkerTimeoutMs(6_000)
                                .build()));
        tenant.flush();
        return tenant;
    }

    private static void submit(Tenant tenant, String id) throws InterruptedException {
        tenant.produce(
                ShardsTopics.TRANSACTIONS, "s", Transactions.of(POOL, "s", id, ByteBuffer.wrap(id.getBytes(UTF_8))));
        tenant.flush();
    }

    private static void awaitWorker(Tenant tenant, String worker) {
        Await.until(
                "worker " + worker,
                () -> tenant.tail(ShardsTopics.WORKER_EVENTS.topic()).toEnd().stream()
                        .anyMatch(record -> new String(record.key(), UTF_8).equals(worker)));
    }

    /** Waits until a number of receipts are committed, and returns all. */
    private List<Receipt> awaitReceipts(Tenant tenant, int count) {
        TopicTail tail = tenant.tail(ShardsTopics.RECEIPTS.topic());
        List<Receipt> receipts = new ArrayList<>();
        Await.until(() -> count + " receipts, but there are " + receipts + read("worker.err"), () -> {
            try {
                tenant.values(ReceiptsCommitted.class, tail.more()).stream()
                        .flatMap(report -> report.getBatches().stream())
                        .forEach(batch -> receipts.addAll(batch.getReceipts()));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return receipts.size() >= count;
        });
        return receipts;
    }

    private Process start(String worker, Tenant tenant, String script, String... options) throws IOException {
        List<String> command = TestJvm.command(
                TestJvm.options(),
                Main.class.getName(),
                "worker",
                "--worker",
                worker,
                "--pool",
                POOL,
                "--threads",
                "2");
        command.addAll(ClusterOptions.of(tenant));
        command.addAll(List.of(options));
        command.addAll(List.of("--", "sh", "-c", "cd '" + folder + "'; " + script));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROTA_"));
        Process process = builder.redirectOutput(folder.resolve(worker + ".out").toFile())
                .redirectError(folder.resolve(worker + ".err").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", name, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private String read(String name) {
        return Files.exists(folder.resolve(name)) ? Commands.read(folder.resolve(name)) : "";
    }
}
