package dev.rota.trials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;

/** Prints the test classes of a run that took the most processor time, and the total. */
public final class ClassTimesTable {

    private static final int CLASSES = 20;

    /** A line of {@link ClassTimes}; times in milliseconds. */
    private record Line(String name, long wall, long processor, long brokers, long schedulers, long processes) {

        static Line of(String text) {
            String[] cells = text.split(",", -1);
            return new Line(
                    cells[0],
                    Long.parseLong(cells[1]),
                    Long.parseLong(cells[2]),
                    Long.parseLong(cells[3]),
                    Long.parseLong(cells[4]),
                    Long.parseLong(cells[5]));
        }

        Line plus(Line other) {
            return new Line(
                    name,
                    wall + other.wall,
                    processor + other.processor,
                    brokers + other.brokers,
                    schedulers + other.schedulers,
                    processes + other.processes);
        }

        void print() {
            System.out.printf(
                    "%9.1f %9.1f %7d %10d %9d  %s%n",
                    wall / 1_000.0, processor / 1_000.0, brokers, schedulers, processes, name);
        }
    }

    private ClassTimesTable() {}

    public static void main(String[] args) throws IOException {
        if (!Files.exists(ClassTimes.FILE)) {
            return;
        }
        // A process that was killed may have left half a line.
        List<Line> lines = Files.readAllLines(ClassTimes.FILE, UTF_8).stream()
                .filter(line -> line.matches("[^,]+(,\\d+){5}"))
                .map(Line::of)
                .sorted(Comparator.comparingLong(Line::processor).reversed())
                .toList();
        System.out.println("   wall s     CPU s brokers schedulers processes  class (" + ClassTimes.FILE + " has all)");
        lines.stream().limit(CLASSES).forEach(Line::print);
        lines.stream()
                .reduce(new Line("all " + lines.size() + " classes", 0, 0, 0, 0, 0), Line::plus)
                .print();
    }
}
