package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.client.AttemptFailed;
import dev.rota.client.KeyedRecord;
import dev.rota.client.RecordHandler;
import dev.rota.client.RejectedRecord;
import dev.rota.client.RetryLater;
import dev.rota.client.process.CommandProcess;
import dev.rota.client.process.Reaper;
import java.io.IOException;
import java.util.List;

/**
 * Runs a command for each record, with the payload on its standard input. Its exit code is the result: 0 has succeeded,
 * {@value #DATA_ERROR} rejects the record, {@value #TEMPORARY_FAILURE} asks for a retry, any other is a failed attempt.
 */
public final class RecordCommand implements RecordHandler {

    /** The exit code EX_DATAERR of sysexits. */
    private static final int DATA_ERROR = 65;

    /** The exit code EX_TEMPFAIL of sysexits. */
    private static final int TEMPORARY_FAILURE = 75;

    /** The maximum size of standard output that becomes the receipt's output. */
    static final int OUTPUT_BYTES_MAX = 64 * 1024;

    /** The maximum size of standard error that becomes the receipt's reason. */
    static final int REASON_BYTES_MAX = 800;

    /** The time from SIGTERM to SIGKILL. */
    static final long GRACE_MS = 10_000;

    /** The time in which the output of a command that has ended must end, unless another group has it open. */
    private static final long OUTPUT_ENDS_MS_MAX = 2_000;

    private final List<String> command;
    private final Reaper reaper;

    public RecordCommand(List<String> command, Reaper reaper) {
        this.command = List.copyOf(command);
        this.reaper = reaper;
    }

    @Override
    public void handle(KeyedRecord record) throws Exception {
        CommandProcess process;
        try {
            process = CommandProcess.start(new ProcessBuilder(command), RecordVariables.of(record), reaper, () -> {});
        } catch (IOException e) {
            throw new AttemptFailed("the command cannot be started: " + e.getMessage());
        }
        KeptOutput output = KeptOutput.beginning(OUTPUT_BYTES_MAX);
        KeptOutput errors = KeptOutput.end(REASON_BYTES_MAX);
        List<Thread> readers = List.of(
                process.threaded("output", () -> output.read(process.output())),
                process.threaded("errors", () -> errors.read(process.errors())));
        process.feed(record.payload());
        int code;
        try {
            code = process.waitFor();
            for (Thread reader : readers) {
                reader.join(OUTPUT_ENDS_MS_MAX);
            }
        } catch (InterruptedException e) {
            process.end(GRACE_MS);
            throw e;
        }
        String said = new String(errors.bytes(), UTF_8).strip();
        switch (code) {
            case 0 -> {
                byte[] bytes = output.bytes();
                if (bytes.length > 0) {
                    record.output(bytes);
                }
            }
            case DATA_ERROR -> throw new RejectedRecord(said.isEmpty() ? exit(code) : said);
            case TEMPORARY_FAILURE -> throw new RetryLater(said.isEmpty() ? exit(code) : said);
            default -> throw new AttemptFailed(said.isEmpty() ? exit(code) : exit(code) + ": " + said);
        }
    }

    private static String exit(int code) {
        return "the command ended with exit code " + code;
    }
}
