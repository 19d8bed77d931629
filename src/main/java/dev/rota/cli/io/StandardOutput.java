package dev.rota.cli.io;

import dev.rota.engine.Nullable;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * Standard output whose failures are noticed. {@link PrintStream} and {@link java.io.PrintWriter} swallow what is an
 * {@link IOException}, so this throws {@link Lost} instead, in the thread that runs the verb, at each write and flush
 * once one has failed. What other threads print is dropped then: it is for the verb to end them, and one that waits for
 * them flushes now and then.
 */
public final class StandardOutput extends OutputStream {

    private static final int BUFFER_BYTES = 8 * 1024;

    private final OutputStream to;
    private final Thread verb = Thread.currentThread();
    private volatile @Nullable IOException failure;

    /** For a verb that this thread is going to run. */
    StandardOutput(OutputStream to) {
        this.to = to;
    }

    /** Makes it the standard output of this process. */
    public static void install() {
        OutputStream process = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
        System.setOut(new PrintStream(new StandardOutput(process), true, charset()));
    }

    /** That of Java's own standard output: a terminal may have another than files have. */
    private static Charset charset() {
        String named = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        return named == null || !Charset.isSupported(named) ? Charset.defaultCharset() : Charset.forName(named);
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        attempt(() -> to.write(bytes, from, count));
    }

    @Override
    public void flush() {
        attempt(to::flush);
    }

    @Override
    public void close() {
        flush();
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) {
        if (failure == null) {
            try {
                attempt.run();
            } catch (IOException e) {
                failure = e;
            }
        }
        IOException failed = failure;
        if (failed != null && Thread.currentThread() == verb) {
            throw new Lost(failed);
        }
    }

    /** Thrown once standard output cannot be written any more. */
    public static final class Lost extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final boolean closedPipe;

        private Lost(IOException why) {
            super("expected to write to standard output, but it cannot be written: " + why.getMessage(), why);
            String said = String.valueOf(why.getMessage()).toLowerCase(Locale.ROOT);
            closedPipe = said.contains("pipe") || said.contains("connection reset");
        }

        /** Whether the reader has gone, as {@code head} does once it has its lines. */
        public boolean isClosedPipe() {
            return closedPipe;
        }
    }
}
