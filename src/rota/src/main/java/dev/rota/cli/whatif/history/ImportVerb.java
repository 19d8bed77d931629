package dev.rota.cli.whatif.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.io.Lines;
import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.io.WholeFile;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import dev.rota.settings.Settings;
import dev.rota.simulate.HistoryLine;
import dev.rota.simulate.SimulatedLine;
import dev.rota.workload.WorkloadRegistry;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Happening;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns the history of another scheduler into lines that {@code what-if --lines} reads. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Turns another scheduler's history into lines for 'what-if --lines'.",
            "  swf    the Standard Workload Format of the Parallel Workloads Archive",
            "  sacct  what Slurm's sacct --allusers --parsable2 prints, with its header:",
            "         JobID, Submit, Start, End, State, and if they are there Eligible,",
            "         User, Account, Partition, Priority, AllocCPUS; in any order",
            "  csv    a table with a header: submitted, started, ended, and if they are",
            "         there id, owner, group, priority, slots, and requirements such as",
            "         os=linux;gpu=a100",
            "  lines  records of a queue that are handled by key, for shards: key,",
            "         offered, handled (the end), duration, id; a table with a header,",
            "         or an object of JSON a line",
            "A file may be compressed by gzip. Rows that cannot be read are counted, and",
            "the first ten are shown. What the history does not tell, such as its",
            "machines, is guessed, and the report states it.",
            "Exit code 0: written; 2: wrong use, or a malformed row with --strict."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota what-if import swf trace.swf.gz --out history.jsonl",
            "  rota what-if import sacct jobs.txt --out history.jsonl --strict",
            "  rota what-if import csv jobs.csv --column group=team --out history.jsonl",
            "  rota what-if import lines queue.csv --out history.jsonl"
        })
public final class ImportVerb implements Callable<Integer> {

    private static final int MALFORMED_SHOWN = 10;

    /** The number of lines of which a quoted row may consist. */
    private static final int ROW_LINES_MAX = 100;

    private static final int PROGRESS_LINES = 1 << 12;

    /** The formats. */
    enum Format {
        swf,
        sacct,
        csv,
        lines
    }

    /** The units of numbers that are times. */
    enum Numbers {
        s,
        ms
    }

    @Parameters(index = "0", paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}.")
    private Format format = Format.swf;

    @Parameters(index = "1", paramLabel = "FILE", description = "The history; - for standard input.")
    private Path file = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "Where the lines are written.")
    private Path out = Path.of("");

    @Option(names = "--strict", description = "Exit code 2, and no file, if a row is malformed.")
    private boolean strict;

    @Option(
            names = "--column",
            paramLabel = "ROLE=NAME",
            description = "The name of a column, such as submitted=queued_at, or of a field of swf: group=queue. May be"
                    + " repeated.")
    private Map<String, String> columns = new LinkedHashMap<>();

    @Nullable
    @Option(
            names = "--delimiter",
            paramLabel = "C",
            description = "The character between fields, or 'tab': by default | for sacct, and a comma.")
    private String delimiter;

    @Nullable
    @Option(
            names = "--numbers",
            paramLabel = "UNIT",
            description = "The unit of times that are numbers since 1970, and of durations: s, or ms as for lines.")
    private Numbers numbers;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of dates that name none: ${DEFAULT-VALUE}.")
    private String zone = "UTC";

    @Option(names = "--higher-first", description = "Of csv: higher priorities go first, not lower ones.")
    private boolean higherFirst;

    @Nullable
    @Option(
            names = "--machines",
            paramLabel = "FILE",
            description = "The machines, instead of a guess: lines of a partition (or * for all), a number of machines,"
                    + " and the number of slots of each.")
    private Path machinesFile;

    private final List<String> malformed = new ArrayList<>();
    private long malformedCount;
    private long rows;

    @Override
    public Integer call() throws IOException {
        Unusable.ifNoFile("--out", out);
        Domain domain = Domains.named(format == Format.lines ? "shards" : "jobs", Settings.of(Map.of()));
        HistoryWriter writer = WorkloadRegistry.of(domain).history();
        if (writer == null) {
            throw new Unusable("expected a scheduler that takes a history, but " + domain.name() + " does not");
        }
        HistoryFormat reader = reader();
        try (SortedWork works = new SortedWork(SortedWork.RUN_WORKS);
                ProgressLine progress = ProgressLine.onTerminal()) {
            read(reader, new Checked(domain, writer, works), progress);
            works.flush();
            requireWork(works);
            Occupancy occupancy = new Occupancy();
            long[] begin = {Long.MAX_VALUE};
            works.forEach(work -> {
                begin[0] = Math.min(begin[0], work.submitted());
                occupancy.take(work);
            });
            MachineGuess machines = new MachineGuess(occupancy.pools());
            if (machinesFile == null) {
                machines.guess(works);
            } else {
                machines.read(machinesFile);
            }
            List<String> remarks = remarks(reader, machines);
            WholeFile.replace(out, ".unfinished", part -> {
                try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(part, UTF_8))) {
                    lines.println(HistoryLine.header(remarks));
                    write(works, writer, writer.begin(begin[0], machines.machines()), lines, progress);
                    if (lines.checkError()) {
                        throw new Unusable("expected room for " + out + ", but it could not be written");
                    }
                }
            });
            report(works, remarks);
        }
        return ExitCode.DONE;
    }

    private HistoryFormat reader() {
        boolean inMs = numbers == null ? format == Format.lines : numbers == Numbers.ms;
        TimeReader times = new TimeReader(zone(), inMs ? 1 : 1_000);
        char between = delimiter(format == Format.sacct ? "|" : ",");
        return switch (format) {
            case swf -> new SwfFormat(columns);
            case sacct -> new SacctFormat(between, columns, times);
            case csv -> new CsvFormat(between, columns, times, higherFirst);
            case lines -> new QueueFormat(between, columns, times);
        };
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new Unusable("expected --zone such as UTC or Europe/Berlin, but it is '" + zone + "'");
        }
    }

    private char delimiter(String usual) {
        String text = delimiter == null ? usual : delimiter.equals("tab") ? "\t" : delimiter;
        if (text.length() != 1 || text.equals("\"")) {
            throw new Unusable("expected --delimiter of one character or 'tab', but it is '" + delimiter + "'");
        }
        return text.charAt(0);
    }

    /** Adds work that the domain accepts. */
    private record Checked(Domain domain, HistoryWriter writer, SortedWork works) {

        void add(Work work) throws Malformed {
            if (work.submitted() + work.past().known() > TimeReader.SECONDS_MAX * 1_000) {
                throw new Malformed("expected an end before the year 10000, but it is later");
            }
            Happening event = writer.comes(work, 0);
            try {
                for (Input<?> input : domain.inputs()) {
                    if (input.topic().equals(event.topic())) {
                        var unused = input.unit(event.value());
                    }
                }
            } catch (RefusedException e) {
                throw new Malformed(String.valueOf(e.getMessage()));
            }
            works.add(work);
        }
    }

    private void read(HistoryFormat reader, Checked checked, ProgressLine progress) throws IOException {
        List<Work> works = new ArrayList<>();
        try (HistoryFile in = new HistoryFile(file)) {
            while (true) {
                long line = in.lines() + 1;
                works.clear();
                try {
                    String row = row(in, reader);
                    if (row == null) {
                        return;
                    }
                    rows++;
                    reader.take(row, works::add);
                    for (Work work : works) {
                        checked.add(work);
                    }
                } catch (Malformed e) {
                    malformed("line " + line + ": " + e.getMessage());
                }
                if (line % PROGRESS_LINES == 0) {
                    progress.of("bytes read", in.read(), in.size());
                }
            }
        }
    }

    private static @Nullable String row(HistoryFile in, HistoryFormat reader) throws Malformed {
        String row = in.next();
        if (row == null || !reader.isOpen(row)) {
            return row;
        }
        StringBuilder whole = new StringBuilder(row);
        for (int lines = 1; lines < ROW_LINES_MAX && reader.isOpen(whole.toString()); lines++) {
            String next = in.next();
            if (next == null) {
                break;
            }
            whole.append('\n').append(next);
        }
        return whole.toString();
    }

    private void malformed(String sentence) {
        malformedCount++;
        if (strict) {
            throw new Unusable(file + ": " + sentence + " (--strict)");
        }
        if (malformed.size() < MALFORMED_SHOWN) {
            malformed.add(sentence);
        }
    }

    private void requireWork(SortedWork works) {
        if (works.count() == 0) {
            throw new Unusable("expected jobs in " + file + ", but there are none"
                    + (malformed.isEmpty() ? "" : "; " + malformed.get(0)));
        }
    }

    private List<String> remarks(HistoryFormat reader, MachineGuess machines) {
        List<String> remarks = new ArrayList<>();
        String unmodelled = machines.unmodelled();
        if (unmodelled != null) {
            remarks.add(HistoryLine.UNMODELLED + unmodelled);
        }
        remarks.addAll(machines.remarks());
        remarks.addAll(machines.unknown());
        remarks.addAll(reader.remarks());
        if (malformedCount > 0) {
            remarks.add(String.format(Locale.ROOT, "left out: %,d malformed rows of %,d", malformedCount, rows));
        }
        return remarks;
    }

    /** Writes the events in the order of their times. */
    private static void write(
            SortedWork works, HistoryWriter writer, List<Happening> before, PrintWriter lines, ProgressLine progress)
            throws IOException {
        before.forEach(
                event -> lines.println(SimulatedLine.event(event.topic(), event.time(), event.value(), false, 0, 0)));
        PriorityQueue<Happening> leaving = new PriorityQueue<>(Comparator.comparingLong(Happening::time));
        long[] place = new long[1];
        works.forEach(work -> {
            while (!leaving.isEmpty() && leaving.element().time() <= work.submitted()) {
                write(leaving.remove(), lines);
            }
            Happening comes = writer.comes(work, place[0]);
            HistoryLine past = new HistoryLine(
                    work.past().waited(), work.past().ran(), work.past().left());
            lines.println(past.work(comes.topic(), comes.time(), comes.value()));
            Happening leaves = work.past().left() ? writer.leaves(work, place[0]) : null;
            if (leaves != null) {
                leaving.add(leaves);
            }
            place[0]++;
            progress.of("jobs written", place[0], works.count());
        });
        while (!leaving.isEmpty()) {
            write(leaving.remove(), lines);
        }
    }

    private static void write(Happening event, PrintWriter lines) {
        lines.println(SimulatedLine.event(event.topic(), event.time(), event.value(), false, 0, 0));
    }

    private void report(SortedWork works, List<String> remarks) {
        try (PrintWriter text = Lines.out()) {
            text.println(
                    Printable.of(out + ": " + Phrases.count(works.count(), format == Format.lines ? "record" : "job")
                            + " of " + Phrases.count(rows, "row") + ", " + malformedCount + " malformed"));
            malformed.forEach(sentence -> text.println(Printable.of("  " + sentence)));
            remarks.forEach(remark -> text.println(Printable.of(remark)));
        }
    }
}
