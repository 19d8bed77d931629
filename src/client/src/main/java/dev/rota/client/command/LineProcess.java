package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.client.AttemptFailed;
import dev.rota.client.process.CommandProcess;
import dev.rota.client.process.Reaper;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.shards.RecordAnswer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A command that keeps running and answers each line with a line. One thread writes and reads, since only the wait for
 * that thread can be interrupted. Used by one thread at a time; after an exception it is of no more use.
 */
final class LineProcess implements AutoCloseable {

    /** The maximum size of an answer. */
    static final int ANSWER_BYTES_MAX = 512 * 1024;

    private final CommandProcess process;
    private final InputStream answers;
    private final BlockingQueue<byte[]> asked = new LinkedBlockingQueue<>();

    /** Answers, or why there is none. */
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

    private record Heard(String text, boolean isAnswer) {}

    private LineProcess(CommandProcess process) {
        this.process = process;
        this.answers = new BufferedInputStream(process.output());
    }

    static LineProcess start(List<String> command, Reaper reaper) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        LineProcess started = new LineProcess(CommandProcess.start(builder, Map.of(), reaper, () -> {}));
        var unused = started.process.threaded("lines", started::talk);
        return started;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    RecordAnswer ask(String line) throws InterruptedException {
        asked.add((line + "\n").getBytes(UTF_8));
        Heard answer = heard.take();
        if (!answer.isAnswer()) {
            throw new AttemptFailed(answer.text());
        }
        try {
            return PlainJson.read(RecordAnswer.class, answer.text());
        } catch (NotPlainJson e) {
            throw new AttemptFailed("expected an answer of the command, but " + e.sentence());
        }
    }

    private void talk() {
        try (OutputStream to = process.input()) {
            while (true) {
                byte[] line = asked.take();
                if (line.length == 0) {
                    return;
                }
                if (answers.available() > 0) {
                    heard.add(new Heard("expected one line for each record, but the command has printed more", false));
                    return;
                }
                to.write(line);
                to.flush();
                heard.add(read());
            }
        } catch (IOException e) {
            heard.add(new Heard("the command ended without an answer", false));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Heard read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                return new Heard("the command ended without an answer", false);
            }
            if (line.size() == ANSWER_BYTES_MAX) {
                return new Heard("expected a line of at most " + ANSWER_BYTES_MAX + " bytes, but it is longer", false);
            }
            line.write(next);
        }
        return new Heard(line.toString(UTF_8), true);
    }

    /** Closes its standard input, which tells it to end. */
    @Override
    public void close() {
        asked.add(new byte[0]);
    }

    void kill() {
        process.kill();
        close();
    }

    void end(long graceMs) {
        process.end(graceMs);
        close();
    }
}
