package dev.rota.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Decision;
import dev.rota.engine.Nullable;
import dev.rota.simulate.DecisionLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The decisions of a world in a temporary file, a line each, to find out how two worlds differ. */
final class DecisionFile implements Consumer<Decision>, AutoCloseable {

    private final Path file;
    private final PrintWriter out;

    DecisionFile() {
        try {
            file = Files.createTempFile("rota-what-if-", ".decisions");
            file.toFile().deleteOnExit();
            out = new PrintWriter(Files.newBufferedWriter(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void accept(Decision decision) {
        out.print(decision.time());
        out.print('\t');
        out.println(DecisionLine.unnumbered(decision));
    }

    /**
     * Prints the decisions that only one of two worlds has, in order of time. Sequence numbers are left out: after the
     * first difference all of them differ.
     */
    static void differences(DecisionFile baseline, DecisionFile change, Consumer<String> print) {
        try (Reading first = baseline.read();
                Reading second = change.read()) {
            while (first.time() != Long.MAX_VALUE || second.time() != Long.MAX_VALUE) {
                long time = Math.min(first.time(), second.time());
                List<String> before = first.at(time);
                List<String> after = second.at(time);
                without(before, after).forEach(line -> print.accept(marked("baseline", line)));
                without(after, before).forEach(line -> print.accept(marked("change", line)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines that are not among others, which may contain a line several times. */
    private static List<String> without(List<String> lines, List<String> others) {
        SortedMap<String, Integer> left = new TreeMap<>();
        others.forEach(line -> left.merge(line, 1, Integer::sum));
        List<String> only = new ArrayList<>();
        for (String line : lines) {
            int there = left.getOrDefault(line, 0);
            if (there == 0) {
                only.add(line);
            } else {
                left.put(line, there - 1);
            }
        }
        return only;
    }

    private static String marked(String world, String line) {
        return "{\"in\":\"" + world + "\"," + line.substring(1);
    }

    private Reading read() throws IOException {
        if (out.checkError()) {
            throw new IOException("expected room for the decisions of a world, but there is none");
        }
        return new Reading(Files.newBufferedReader(file, UTF_8));
    }

    @Override
    public void close() {
        out.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the decisions of one time after the other. */
    private static final class Reading implements AutoCloseable {

        private final BufferedReader in;
        private @Nullable String line;

        Reading(BufferedReader in) throws IOException {
            this.in = in;
            this.line = in.readLine();
        }

        long time() {
            return line == null ? Long.MAX_VALUE : Long.parseLong(line, 0, line.indexOf('\t'), 10);
        }

        List<String> at(long time) throws IOException {
            List<String> lines = new ArrayList<>();
            while (line != null && time() == time) {
                lines.add(line.substring(line.indexOf('\t') + 1));
                line = in.readLine();
            }
            return lines;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
