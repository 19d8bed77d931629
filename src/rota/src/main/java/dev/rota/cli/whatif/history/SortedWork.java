package dev.rota.cli.whatif.history;

import dev.rota.cli.options.Unusable;
import dev.rota.engine.text.FileProblem;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Past;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Puts work in the order in which it was submitted, on disk: sorted runs of {@link #RUN_WORKS}, which are merged as they
 * are read. Work that was submitted at one time keeps its order. The work of one run is in memory at a time.
 */
final class SortedWork implements AutoCloseable {

    static final int RUN_WORKS = 200_000;

    private static final long WORKS_MAX = 100_000_000;
    private static final int BUFFER_BYTES = 1 << 15;

    /** Takes work in order. */
    @FunctionalInterface
    interface Reading {
        void take(Work work) throws IOException;
    }

    private final int runWorks;
    private final List<Path> runs = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private long count;

    SortedWork(int runWorks) {
        this.runWorks = runWorks;
    }

    void add(Work work) {
        if (count == WORKS_MAX) {
            throw new Unusable("expected at most " + WORKS_MAX + " jobs, but there are more: import a part of them");
        }
        count++;
        works.add(work);
        if (works.size() == runWorks) {
            flush();
        }
    }

    long count() {
        return count;
    }

    /** Ends the adding of work. */
    void flush() {
        works.sort(Comparator.comparingLong(Work::submitted));
        try {
            Path run = Files.createTempFile("rota-import-", ".works");
            run.toFile().deleteOnExit();
            runs.add(run);
            sizes.add(works.size());
            try (DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), BUFFER_BYTES))) {
                for (Work work : works) {
                    write(work, out);
                }
            }
        } catch (IOException e) {
            throw noRoom(e);
        }
        works.clear();
    }

    private static Unusable noRoom(IOException e) {
        return new Unusable("expected room for temporary files in " + System.getProperty("java.io.tmpdir")
                + ", but they cannot be written or read (" + FileProblem.of(e) + ")");
    }

    private static void write(Work work, DataOutputStream out) throws IOException {
        out.writeUTF(work.id());
        out.writeLong(work.submitted());
        out.writeLong(work.past().waited());
        out.writeLong(work.past().ran());
        out.writeBoolean(work.past().left());
        out.writeUTF(work.group());
        out.writeUTF(work.owner());
        out.writeInt(work.priority());
        out.writeLong(work.slots());
        out.writeUTF(work.pool());
    }

    /** A run that is read. */
    private static final class Run {
        private final int number;
        private final DataInputStream in;
        private int left;
        private Work next;

        Run(int number, Path file, int count) throws IOException {
            this.number = number;
            this.left = count;
            this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
            this.next = read();
        }

        private Work read() throws IOException {
            return new Work(
                    in.readUTF(),
                    in.readLong(),
                    new Past(in.readLong(), in.readLong(), in.readBoolean()),
                    in.readUTF(),
                    in.readUTF(),
                    in.readInt(),
                    in.readLong(),
                    in.readUTF());
        }
    }

    /** Passes on all work in order. May be called several times, after {@link #flush}. */
    void forEach(Reading reading) throws IOException {
        PriorityQueue<Run> next = new PriorityQueue<>(
                Comparator.comparingLong((Run run) -> run.next.submitted()).thenComparingInt(run -> run.number));
        try {
            for (int run = 0; run < runs.size(); run++) {
                int size = sizes.get(run);
                if (size > 0) {
                    next.add(new Run(run, runs.get(run), size));
                }
            }
            while (!next.isEmpty()) {
                Run run = next.remove();
                reading.take(run.next);
                if (--run.left > 0) {
                    run.next = run.read();
                    next.add(run);
                } else {
                    run.in.close();
                }
            }
        } finally {
            for (Run run : next) {
                run.in.close();
            }
        }
    }

    @Override
    public void close() {
        for (Path run : runs) {
            try {
                Files.deleteIfExists(run);
            } catch (IOException e) {
                throw noRoom(e);
            }
        }
    }
}
