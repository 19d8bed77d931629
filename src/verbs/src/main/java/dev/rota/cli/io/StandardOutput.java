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
 * A standard output that reports its failures. {@link PrintStream} and {@link java.io.PrintWriter} ignore each {@link
 * IOException}. Therefore this stream throws {@link Lost} instead, in the thread that runs the verb, at each write and
 * flush after a failure. Output of other threads is then discarded: the verb must end them, and a verb that waits for
 * them flushes regularly.
 */
public final class StandardOutput extends OutputStream {

    private static final int BUFFER_BYTES = 8 * 1024;

    private final OutputStream to;
    private final Thread verb = Thread.currentThread();
    private volatile @Nullable IOException failure;

    /** Creates an output for a verb that the current thread runs. */
    StandardOutput(OutputStream to) {
        this.to = to;
    }

    /** Installs an instance as the standard output of this process. */
    public static void install() {
        OutputStream process = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
        System.setOut(new PrintStream(new StandardOutput(process), true, charset()));
    }

    /** Returns the charset of Java's own standard output. A terminal's may differ from that of files. */
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

    /** Thrown if standard output can no longer be written. */
    public static final class Lost extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final boolean closedPipe;

        private Lost(IOException why) {
            super("expected to write to standard output, but it cannot be written: " + why.getMessage(), why);
            String said = String.valueOf(why.getMessage()).toLowerCase(Locale.ROOT);
            closedPipe = said.contains("pipe") || said.contains("connection reset");
        }

        /** Returns whether the reader has closed the pipe, as {@code head} does after its last line. */
        public boolean isClosedPipe() {
            return closedPipe;
        }
    }
}
