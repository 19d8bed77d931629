package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.client.process.Commands;
import dev.rota.client.process.Reaper;
import dev.rota.client.process.ReaperTest;
import dev.rota.engine.Nullable;
import dev.rota.shards.Header;
import dev.rota.shards.Receipt;
import dev.rota.shards.ReceiptStatus;
import dev.rota.shards.Transaction;
import dev.rota.trials.Await;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests commands that run for one record each. */
class RecordCommandTest {

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
    void shouldPassThePayloadAndKeepTheOutput() throws Exception {
        Receipt receipt = Records.handle(shell("cat; echo ignored >&2"), "hello");

        assertThat(receipt).isEqualTo(new Receipt("t", ReceiptStatus.SUCCEEDED, "", bytes("hello")));
        assertThat(Records.handle(shell("true"), "hello"))
                .isEqualTo(new Receipt("t", ReceiptStatus.SUCCEEDED, "", null));
    }

    @Test
    void shouldTakeTheExitCodeForTheResult() throws Exception {
        assertThat(Records.handle(shell("echo no such customer >&2; exit 65"), ""))
                .isEqualTo(new Receipt("t", ReceiptStatus.INVALID, "no such customer", null));
        assertThat(Records.handle(shell("exit 65"), "").getReason()).isEqualTo("the command ended with exit code 65");
        assertThat(Records.handle(shell("echo busy >&2; exit 75"), ""))
                .isEqualTo(new Receipt("t", ReceiptStatus.RETRY, "busy", null));
        assertThat(Records.handle(shell("exit 75"), "").getReason()).isEqualTo("the command ended with exit code 75");
        assertFailed(shell("exit 1"), "the command ended with exit code 1");
        assertFailed(shell("echo bug >&2; exit 3"), "the command ended with exit code 3: bug");
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "SEGV"})
    void shouldFailWhenASignalEndsIt(String signal) throws Exception {
        assertFailed(shell("kill -s " + signal + " $$"), "the command ended with exit code 1");
    }

    @Test
    void shouldFailWhenTheCommandIsNotThere() throws Exception {
        assertFailed(new RecordCommand(List.of("/nowhere/handle"), reaper), "the command ended with exit code 127: ");
    }

    /** The key is too large for an environment, so that the process cannot be started. */
    @Test
    void shouldFailWhenTheCommandCannotBeStarted() throws Exception {
        Transaction large =
                Records.transaction("t", new byte[0], "k".repeat(200_000).getBytes(UTF_8));

        assertThat(Records.failure(shell("true"), large))
                .startsWith("the command cannot be started: Cannot run program \"setsid\": ")
                .contains("Argument list too long");
    }

    @Test
    void shouldKeepTheBeginningOfItsOutputAndTheEndOfItsErrors() throws Exception {
        String printing = "head -c 1000000 /dev/zero | tr '\\0' x; ";

        assertThat(Records.output(Records.handle(shell(printing), ""))).isEqualTo("x".repeat(65_536));
        assertThat(Records.handle(shell("{ " + printing + "echo end; } >&2; exit 65"), "")
                        .getReason())
                .isEqualTo("x".repeat(RecordCommand.REASON_BYTES_MAX - 4) + "end");
    }

    @Test
    void shouldNotNeedACommandToReadItsInput() throws Exception {
        assertThat(Records.output(Records.handle(shell("exec 0<&-; echo done"), "x".repeat(800_000))))
                .isEqualTo("done\n");
    }

    @Test
    void shouldNotWaitForProcessesThatACommandLeavesBehind() throws Exception {
        assertThat(Records.output(Records.handle(shell("echo started; sleep 1000 & echo $! > child"), "")))
                .isEqualTo("started\n");
        long child = Commands.pid(folder.resolve("child"));
        Await.until("the child has ended", () -> !Commands.isAlive(child));
    }

    @Test
    void shouldDescribeTheRecordInTheEnvironment() throws Exception {
        Transaction record = Records.transaction(
                "t-1", bytes("x").array(), bytes("kä").array(), new Header("a", bytes("1")), new Header("b", null));

        assertThat(Records.output(Records.handle(shell("env | grep ^ROTA_ | LC_ALL=C sort"), record)))
                .isEqualTo("""
                        ROTA_ATTEMPT=2
                        ROTA_HEADERS=[{"name":"a","value":"MQ=="},{"name":"b","value":null}]
                        ROTA_ID=t-1
                        ROTA_KEY=kä
                        ROTA_KEY_BASE64=a8Ok
                        ROTA_SHARD=s
                        ROTA_SOURCE=orders/3/17
                        ROTA_TOKEN=7
                        ROTA_TOMBSTONE=false
                        """);
    }

    @Test
    void shouldHaveNoKeyAsTextThatIsNone() throws Exception {
        String keys = "echo ${ROTA_KEY-none} ${ROTA_KEY_BASE64-none} $ROTA_TOMBSTONE";

        assertThat(keys(keys, null)).isEqualTo("none none true\n");
        assertThat(keys(keys, new byte[] {(byte) 0xff})).isEqualTo("none /w== true\n");
        assertThat(keys(keys, new byte[] {'a', 0, 'b'})).isEqualTo("none YQBi true\n");
        assertThat(keys("echo \"[$ROTA_KEY]\"", bytes("a  b").array())).isEqualTo("[a  b]\n");
    }

    private String keys(String script, @Nullable byte[] key) throws Exception {
        return Records.output(Records.handle(shell(script), Records.transaction("t", new byte[0], key)));
    }

    @Test
    void shouldEndTheCommandWhenItIsInterrupted() throws Exception {
        // given
        AtomicReference<Object> result = new AtomicReference<>();
        Thread handling = new Thread(() -> {
            try {
                result.set(Records.handle(shell("echo $$ > pid; sleep 1000"), ""));
            } catch (Exception e) {
                result.set(e);
            }
        });
        handling.start();
        long pid = Commands.pid(folder.resolve("pid"));

        // when
        handling.interrupt();
        handling.join();

        // then
        assertThat(result.get()).isInstanceOf(InterruptedException.class);
        Await.until("the command has ended", () -> !Commands.isAlive(pid));
    }

    private static void assertFailed(RecordCommand command, String how) throws Exception {
        assertThat(Records.failure(command, "")).startsWith(how);
    }

    private RecordCommand shell(String script) {
        return new RecordCommand(List.of("sh", "-c", "cd '" + folder + "'; " + script), reaper);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
