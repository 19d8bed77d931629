package dev.rota.client.bot;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.jobs.LeaseEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the output of each run of a command in a file of its own, up to a limit. */
final class OutputFolder implements JobOutput {

    private static final Logger LOG = LoggerFactory.getLogger(OutputFolder.class);

    /**
     * The maximum length of a job's id in a file's name, which must not be longer than 255 bytes; the lease's number
     * follows.
     */
    private static final int NAME_CHARS_MAX = 200;

    private static final int BUFFER = 64 * 1024;

    private final Path folder;
    private final long bytesMax;

    OutputFolder(Path folder, long bytesMax) {
        this.folder = folder;
        this.bytesMax = bytesMax;
    }

    /** Returns the name of a lease's file. An id can have any characters, so all but plain ones are escaped. */
    static String name(LeaseEvent lease) {
        String job = URLEncoder.encode(lease.getJob(), UTF_8).replace("*", "%2A");
        String start = job.length() <= NAME_CHARS_MAX ? job : job.substring(0, NAME_CHARS_MAX);
        return (start.startsWith(".") ? "%2E" + start.substring(1) : start) + "-" + lease.getLease() + ".log";
    }

    @Override
    public void take(LeaseEvent lease, InputStream printed) {
        Path file = folder.resolve(name(lease));
        try (printed) {
            try {
                copy(printed, file);
            } catch (IOException e) {
                LOG.warn("The output of job {} could not be kept: {}", lease.getJob(), e.toString());
                // before it is closed, or the command ends by SIGPIPE
                drain(printed);
            }
        } catch (IOException e) {
            // the end of the command
        }
    }

    private void copy(InputStream printed, Path file) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long seen = 0;
        try (OutputStream kept = Files.newOutputStream(file)) {
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                int room = (int) Math.min(read, Math.max(0, bytesMax - seen));
                kept.write(buffer, 0, room);
                seen += read;
            }
            if (seen > bytesMax) {
                kept.write(("\n[" + (seen - bytesMax) + " more bytes were not kept]\n").getBytes(UTF_8));
            }
        }
    }

    /** Reads the rest of the output, since a command must not wait for a reader that has given up. */
    private static void drain(InputStream printed) throws IOException {
        printed.transferTo(OutputStream.nullOutputStream());
    }
}
