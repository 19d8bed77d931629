package dev.rota.client.command;

import dev.rota.client.AttemptFailed;
import dev.rota.client.KeyedRecord;
import dev.rota.client.RecordHandler;
import dev.rota.client.RejectedRecord;
import dev.rota.client.RetryLater;
import dev.rota.client.process.Reaper;
import dev.rota.engine.Bytes;
import dev.rota.serde.PlainJson;
import dev.rota.shards.RecordAnswer;
import dev.rota.shards.RecordLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes records as lines of JSON to commands that keep running, one for each thread at most. A command that ends or
 * answers anything but one valid line has failed, and is replaced at the next record.
 */
public final class LineCommands implements RecordHandler, AutoCloseable {

    private final List<String> command;
    private final Reaper reaper;

    /** The processes that handle no record. */
    private final List<LineProcess> idle = new ArrayList<>();

    private boolean closed;

    public LineCommands(List<String> command, Reaper reaper) {
        this.command = List.copyOf(command);
        this.reaper = reaper;
    }

    @Override
    public void handle(KeyedRecord record) throws Exception {
        LineProcess process = taken();
        RecordAnswer answer;
        try {
            answer = process.ask(line(record));
        } catch (InterruptedException e) {
            process.end(RecordCommand.GRACE_MS);
            throw e;
        } catch (AttemptFailed e) {
            process.kill();
            throw e;
        }
        back(process);
        switch (answer.getStatus()) {
            case ok -> {
                ByteBuffer output = answer.getOutput();
                if (output != null) {
                    record.output(Bytes.of(output));
                }
            }
            case invalid -> throw new RejectedRecord(answer.getReason());
            case retry -> throw new RetryLater(answer.getReason());
            case failed -> throw new AttemptFailed(answer.getReason());
        }
    }

    private static String line(KeyedRecord record) {
        byte[] key = record.key();
        return PlainJson.write(new RecordLine(
                record.shard(),
                record.id(),
                record.token(),
                ByteBuffer.wrap(record.payload()),
                Bytes.wrapped(key),
                record.headers(),
                record.source(),
                record.isTombstone(),
                record.attempt()));
    }

    private LineProcess taken() {
        synchronized (this) {
            if (idle() > 0) {
                return idle.remove(idle.size() - 1);
            }
        }
        try {
            return LineProcess.start(command, reaper);
        } catch (IOException e) {
            throw new AttemptFailed("the command cannot be started: " + e.getMessage());
        }
    }

    /**
     * Returns the number of processes that handle no record. One that has ended between two records has not failed to
     * handle any.
     */
    synchronized int idle() {
        idle.removeIf(process -> !process.isAlive());
        return idle.size();
    }

    private synchronized void back(LineProcess process) {
        if (closed) {
            process.close();
        } else {
            idle.add(process);
        }
    }

    /** Ends the standard input of the commands, which tells them to end. */
    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(LineProcess::close);
        idle.clear();
    }
}
