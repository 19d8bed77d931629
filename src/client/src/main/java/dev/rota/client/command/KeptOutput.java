package dev.rota.client.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads what a command prints to its end, and keeps the beginning or the end of it. Thread-safe. */
final class KeptOutput {

    private static final int BUFFER = 8 * 1024;

    private final int bytesMax;
    private final boolean isEnd;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    private KeptOutput(int bytesMax, boolean isEnd) {
        this.bytesMax = bytesMax;
        this.isEnd = isEnd;
    }

    static KeptOutput beginning(int bytesMax) {
        return new KeptOutput(bytesMax, false);
    }

    static KeptOutput end(int bytesMax) {
        return new KeptOutput(bytesMax, true);
    }

    void read(InputStream printed) {
        byte[] buffer = new byte[BUFFER];
        try (printed) {
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                add(buffer, read);
            }
        } catch (IOException e) {
            // the command was killed: its output ends here
        }
    }

    private synchronized void add(byte[] buffer, int read) {
        if (!isEnd) {
            kept.write(buffer, 0, Math.min(read, bytesMax - kept.size()));
            return;
        }
        kept.write(buffer, 0, read);
        if (kept.size() > 2 * bytesMax + BUFFER) {
            byte[] end = bytes();
            kept.reset();
            kept.write(end, 0, end.length);
        }
    }

    synchronized byte[] bytes() {
        byte[] all = kept.toByteArray();
        int from = isEnd ? Math.max(0, all.length - bytesMax) : 0;
        return Arrays.copyOfRange(all, from, all.length);
    }
}
