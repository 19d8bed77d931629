package dev.rota.cli.shards;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.ClusterOptions;
import dev.rota.cli.Main;
import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import dev.rota.local.TestJvm;
import dev.rota.shards.Batch;
import dev.rota.shards.BatchExecuted;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
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
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a worker in a separate process, from its start to SIGTERM. */
@Tag("broker")
@Full
class WorkerVerbTest {

    private static final String TRANSFER = "{\"to\":\"ann\",\"amount\":5}";

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @Test
    void shouldExecuteUntilItIsTerminated() throws Exception {
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            TopicTail tail = tenant.tail(ShardsTopics.WORKERS);
            List<WorkerEvent> said = new ArrayList<>();
            Process process = start(ClusterOptions.of(tenant), "--worker", "w", "--pool", "p", "--threads", "2");
            try {
                // given
                Await.until("a first word", () -> !hear(tenant, tail, said).isEmpty());

                // when
                Transaction transaction = Transactions.of("p", "s", "t", ByteBuffer.wrap(TRANSFER.getBytes(UTF_8)));
                tenant.produce(
                        ShardsTopics.ASSIGNMENTS.topic(),
                        "w",
                        Batch.newBuilder()
                                .setPool("p")
                                .setWorker("w")
                                .setShard("s")
                                .setToken(1L)
                                .setBatch(1)
                                .setQuantumMs(100L)
                                .setParentHeight(0L)
                                .setTransactions(List.of(transaction))
                                .build());
                tenant.flush();
                Await.until(
                        "a report",
                        () -> hear(tenant, tail, said).stream()
                                .anyMatch(event -> event.getEvent() instanceof BatchExecuted));
                process.destroy();

                // then
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                BatchExecuted report = said.stream()
                        .map(WorkerEvent::getEvent)
                        .filter(BatchExecuted.class::isInstance)
                        .map(BatchExecuted.class::cast)
                        .findFirst()
                        .orElseThrow();
                assertThat(report.getReceipts().get(0).getStatus()).isEqualTo(ReceiptStatus.SUCCEEDED);
                Await.until(
                        "left",
                        () -> hear(tenant, tail, said).get(said.size() - 1).getEvent() instanceof WorkerLeft);
                // and its status line, which is for terminals, does not go to a file
                assertThat(read("out").lines())
                        .singleElement()
                        .asString()
                        .startsWith("Worker w executes shards of pool p");
                assertThat(read("err")).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** Another worker holds a key and is silent, which explains why nothing happens, also where no terminal is. */
    @Test
    void shouldNameTheWorkerThatItWaitsFor() throws Exception {
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            tenant.emit(
                    ShardsTopics.WORKER_EVENTS.topic(),
                    "p",
                    "w1",
                    WorkerChange.newBuilder()
                            .setPool("p")
                            .setWorker("w1")
                            .setKind(WorkerChangeKind.READY)
                            .setIncarnation("")
                            .setSlots(1)
                            .setTimeoutMs(600_000L)
                            .setReason("")
                            .build());
            tenant.emit(
                    ShardsTopics.STATES.topic(),
                    "p",
                    "s",
                    ShardState.newBuilder()
                            .setPool("p")
                            .setShard("s")
                            .setState(ShardStatus.RUNNING)
                            .setCause(ShardCause.DISPATCHED)
                            .setWorker("w1")
                            .setToken(1L)
                            .setPending(1L)
                            .setWaitedMs(0L)
                            .build());
            tenant.flush();
            Process process = start(ClusterOptions.of(tenant), "--worker", "w2", "--pool", "p");
            try {
                Await.until(
                        () -> "a line, but it is " + read("out"),
                        () -> read("out").contains("1 key is held by w1, silent for "));
                process.destroy();

                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(read("out")).containsPattern("silent for [0-9]+ s, lost in 5[0-9]{2} s");
                assertThat(read("err")).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** Another process has the worker id, and would keep it for minutes. */
    @Test
    void shouldEndAtOnceWhileItWaitsForItsName() throws Exception {
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            TopicTail tail = tenant.tail(ShardsTopics.WORKERS);
            tenant.emit(
                    ShardsTopics.WORKER_EVENTS.topic(),
                    "p",
                    "w",
                    WorkerChange.newBuilder()
                            .setPool("p")
                            .setWorker("w")
                            .setKind(WorkerChangeKind.READY)
                            .setIncarnation("another")
                            .setSlots(1)
                            .setTimeoutMs(600_000L)
                            .setReason("")
                            .build());
            tenant.flush();
            Process process = start(ClusterOptions.of(tenant), "--worker", "w", "--pool", "p");
            try {
                Await.until("waiting", () -> read("err").contains("lost after 600 s of silence"));
                process.destroy();

                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(read("err").lines()).hasSize(1);
                assertThat(read("out")).isEmpty();
                assertThat(hear(tenant, tail, new ArrayList<>())).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void shouldSayWhichTopicIsNotThere() throws Exception {
        try (Tenant tenant = cluster.tenant(new ShardsDomain())) {
            List<String> words = new ArrayList<>(List.of("worker", "--executor", "Ledger"));
            words.addAll(ClusterOptions.of(tenant));
            words.addAll(List.of("--set", "topic.prefix=nowhere."));

            VerbRun run = VerbRun.here(words.toArray(new String[0]));

            assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(run.err()).startsWith("rota: expected the topic nowhere.shards.blocks");
            assertThat(run.isOneLine()).as(run.err()).isTrue();
        }
    }

    private Process start(List<String> settings, String... more) throws Exception {
        List<String> command =
                TestJvm.command(TestJvm.options(), Main.class.getName(), "worker", "--executor", "Ledger");
        command.addAll(settings);
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<WorkerEvent> hear(Tenant tenant, TopicTail tail, List<WorkerEvent> said) {
        for (ConsumerRecord<byte[], byte[]> record : tail.more()) {
            try {
                said.add((WorkerEvent) tenant.wire().read(record.topic(), record.value()));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        return said;
    }
}
