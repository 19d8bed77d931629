package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.process.Commands;
import dev.rota.client.process.Reaper;
import dev.rota.client.process.ReaperTest;
import dev.rota.shards.Header;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.trials.Await;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that answer each record with a line. */
class LineCommandsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Reaper reaper;

    @BeforeAll
    static void needSetsid() {
        ReaperTest.needSetsid();
    }

    @BeforeEach
    void open() {
        reaper = Reaper.start();
    }

    @AfterEach
    void close() {
        reaper.close();
    }

    @Test
    void shouldPassRecordsToOneProcessAsLines() throws Exception {
        try (LineCommands commands = shell(
                "echo $$ >> started; while read -r line; do echo \"$line\" >> lines; echo '{\"status\":\"ok\"}'; done")) {
            Receipt receipt = Records.handle(
                    commands, Records.transaction("t1", bytes("hi\n"), bytes("k"), new Header("a", null)));
            Records.handle(commands, Records.transaction("t2", bytes(""), null));

            assertThat(receipt).isEqualTo(new Receipt("t1", ReceiptStatus.SUCCEEDED, "", null));
            assertThat(read("lines"))
                    .containsExactly(
                            "{\"shard\":\"s\",\"id\":\"t1\",\"token\":7,\"payload\":\"aGkK\",\"key\":\"aw==\",\"headers\":"
                                    + "[{\"name\":\"a\",\"value\":null}],\"source\":\"orders/3/17\",\"tombstone\":false,\"attempt\":2}",
                            "{\"shard\":\"s\",\"id\":\"t2\",\"token\":7,\"payload\":\"\",\"key\":null,\"headers\":[],"
                                    + "\"source\":\"orders/3/17\",\"tombstone\":true,\"attempt\":2}");
            assertThat(read("started")).hasSize(1);
        }
    }

    @Test
    void shouldTakeTheStatusForTheResult() throws Exception {
        assertThat(answered("{\"status\":\"ok\",\"output\":\"aGk=\"}"))
                .isEqualTo(new Receipt("t", ReceiptStatus.SUCCEEDED, "", ByteBuffer.wrap(bytes("hi"))));
        assertThat(answered("{\"status\":\"invalid\",\"reason\":\"no order\"}"))
                .isEqualTo(new Receipt("t", ReceiptStatus.INVALID, "no order", null));
        assertThat(answered("{\"status\":\"retry\",\"reason\":\"busy\"}"))
                .isEqualTo(new Receipt("t", ReceiptStatus.RETRY, "busy", null));
        assertThat(answered("{\"status\":\"failed\",\"reason\":\"bug\"}"))
                .isEqualTo(new Receipt("t", ReceiptStatus.FAILED, "bug", null));
    }

    @Test
    void shouldReplaceAProcessThatAnswersNonsense() throws Exception {
        for (String nonsense : List.of("", "ok", "{\"status\":\"done\"}", "{\"status\":\"ok\",\"why\":1}", "[]")) {
            Files.deleteIfExists(folder.resolve("started"));
            try (LineCommands commands = shell("echo $$ >> started; read -r line; if [ $(wc -l < started) = 1 ]; then"
                    + " echo '" + nonsense + "'; else echo '{\"status\":\"ok\"}'; fi; cat > rest")) {
                assertThat(Records.failure(commands, "x")).startsWith("expected an answer of the command, but ");
                long first = Long.parseLong(read("started").get(0));
                Await.until("the first has ended", () -> !Commands.isAlive(first));
                assertThat(Records.handle(commands, "x").getStatus()).isEqualTo(ReceiptStatus.SUCCEEDED);
                assertThat(read("started")).hasSize(2);
            }
        }
    }

    @Test
    void shouldReplaceAProcessThatEnds() throws Exception {
        try (LineCommands commands = shell("read -r line; exit 0")) {
            for (int i = 0; i < 2; i++) {
                assertThat(Records.failure(commands, "x")).isEqualTo("the command ended without an answer");
            }
        }
        try (LineCommands commands = shell("exit 3")) {
            assertThat(Records.failure(commands, "x".repeat(800_000))).isEqualTo("the command ended without an answer");
        }
    }

    /** A command may end after a number of records, which fails none. */
    @Test
    void shouldReplaceAProcessThatEndsBetweenRecords() throws Exception {
        try (LineCommands commands = shell("read -r line; echo '{\"status\":\"ok\"}'")) {
            for (int i = 1; i <= 3; i++) {
                assertThat(Records.handle(commands, "x").getStatus()).isEqualTo(ReceiptStatus.SUCCEEDED);
                Await.until("it has ended", () -> commands.idle() == 0);
            }
        }
    }

    /** The second line would be taken for the answer to the next record. */
    @Test
    void shouldNotTakeALineForTheAnswerToAnotherRecord() throws Exception {
        try (LineCommands commands = shell("while read -r line; do printf '%s\\n%s\\n' '{\"status\":\"ok\"}'"
                + " '{\"status\":\"invalid\"}'; touch printed; done")) {
            Records.handle(commands, "x");
            Await.until("printed", () -> Files.exists(folder.resolve("printed")));

            assertThat(Records.failure(commands, "x"))
                    .isEqualTo("expected one line for each record, but the command has printed more");
        }
    }

    @Test
    void shouldRefuseAnAnswerThatIsTooLong() throws Exception {
        try (LineCommands commands = shell("read -r line; cat /dev/zero")) {
            assertThat(Records.failure(commands, "x"))
                    .isEqualTo("expected a line of at most 524288 bytes, but it is longer");
        }
    }

    @Test
    void shouldFailWhenTheCommandIsNotThere() throws Exception {
        try (LineCommands commands = new LineCommands(List.of("/nowhere/handle"), reaper)) {
            assertThat(Records.failure(commands, "x")).isEqualTo("the command ended without an answer");
        }
    }

    @Test
    void shouldHaveAProcessForEachThread() throws Exception {
        try (LineCommands commands = shell("echo $$ >> started; while read -r line; do until [ -e go ]; do sleep 0.02;"
                + " done; echo '{\"status\":\"ok\"}'; done")) {
            CountDownLatch done = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                new Thread(() -> {
                            try {
                                Records.handle(commands, "x");
                                done.countDown();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        })
                        .start();
            }
            Await.until(
                    "two processes",
                    () -> Files.exists(folder.resolve("started"))
                            && read("started").size() == 2);
            Files.createFile(folder.resolve("go"));
            done.await();
            Records.handle(commands, "x");
            assertThat(read("started")).hasSize(2);
        }
    }

    @Test
    void shouldEndAProcessWhenItIsInterruptedAndWhenItIsClosed() throws Exception {
        // given
        LineCommands commands = shell("echo $$ >> started; while read -r line; do case $line in *eA==*) sleep 1000;;"
                + " *) echo '{\"status\":\"ok\"}';; esac; done");
        AtomicReference<Object> result = new AtomicReference<>();
        Thread handling = new Thread(() -> {
            try {
                result.set(Records.handle(commands, "x"));
            } catch (Exception e) {
                result.set(e);
            }
        });
        handling.start();
        Await.until(
                "started",
                () -> Files.exists(folder.resolve("started"))
                        && !read("started").isEmpty());

        // when
        handling.interrupt();
        handling.join();

        // then
        assertThat(result.get()).isInstanceOf(InterruptedException.class);
        long first = Long.parseLong(read("started").get(0));
        Await.until("the first has ended", () -> !Commands.isAlive(first));
        Records.handle(commands, "y");
        commands.close();
        long second = Long.parseLong(read("started").get(1));
        Await.until("the second has ended", () -> !Commands.isAlive(second));
    }

    private Receipt answered(String answer) throws Exception {
        try (LineCommands commands = shell("read -r line; echo '" + answer + "'; cat > rest")) {
            return Records.handle(commands, "x");
        }
    }

    private LineCommands shell(String script) {
        return new LineCommands(List.of("sh", "-c", "cd '" + folder + "'; " + script), reaper);
    }

    private List<String> read(String file) {
        return Commands.read(folder.resolve(file)).lines().toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
