package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.jobs.LeaseEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;

/** Prints the output of commands, each line after the name of its job, up to a limit. */
final class PrefixedOutput implements JobOutput {

    /** The length at which a longer line is broken. */
    private static final int LINE_BYTES_MAX = 8 * 1024;

    private static final int BUFFER = 64 * 1024;

    private final PrintStream out;
    private final long bytesMax;

    PrefixedOutput(PrintStream out, long bytesMax) {
        this.out = out;
        this.bytesMax = bytesMax;
    }

    @Override
    public void take(LeaseEvent lease, InputStream printed) {
        String prefix = lease.getJob() + " | ";
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long seen = 0;
        byte[] buffer = new byte[BUFFER];
        try (printed) {
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                for (int i = 0; i < read && seen + i < bytesMax; i++) {
                    if (buffer[i] == '\n') {
                        print(prefix, line);
                    } else {
                        line.write(buffer[i]);
                        if (line.size() == LINE_BYTES_MAX) {
                            print(prefix, line);
                        }
                    }
                }
                seen += read;
            }
        } catch (IOException e) {
            // the command was killed: its output ends here
        }
        if (line.size() > 0) {
            print(prefix, line);
        }
        if (seen > bytesMax) {
            out.println(prefix + "[" + (seen - bytesMax) + " more bytes are not shown]");
        }
    }

    private void print(String prefix, ByteArrayOutputStream line) {
        out.println(prefix + line.toString(UTF_8));
        line.reset();
    }
}
