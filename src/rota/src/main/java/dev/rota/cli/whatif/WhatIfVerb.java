package dev.rota.cli.whatif;

import dev.rota.cli.io.Lines;
import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.io.WholeFile;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.cli.whatif.history.ImportVerb;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.pages.WhatIfReport;
import dev.rota.serde.PlainJson;
import dev.rota.settings.Settings;
import dev.rota.whatif.Question;
import dev.rota.whatif.Recording;
import dev.rota.whatif.TimeRange;
import dev.rota.whatif.WhatIf;
import dev.rota.whatif.WorldLimits;
import dev.rota.whatif.report.Assertions;
import dev.rota.whatif.report.Comparison;
import dev.rota.whatif.report.Summary;
import dev.rota.whatif.report.SummaryText;
import dev.rota.workload.whatif.PartyModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers what would have happened under a change. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        description = {
            "Decides the record of a unit again under a change, and compares.",
            "The record is verified as by 'audit', replayed up to the first changed event, and decided on from there",
            "twice, by the scheduler itself: as it was (baseline), and with the change. Recorded requests, policies and",
            "the presence of bots and workers keep their times; what these report follows from the decisions.",
            "'what-if import' turns the history of another scheduler into lines for --lines: no Kafka is needed.",
            "Exit code 0: answered; 1: the record does not verify, --assert does not hold, or the model error is too",
            "large; 2: wrong use.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota what-if jobs --unit linux --change two-more-bots.jsonl",
            "  rota what-if jobs --unit linux --change quota.jsonl --assert goals.txt",
            "  rota what-if jobs --unit default --lines history.jsonl --change shares.jsonl",
            "  rota what-if import swf trace.swf --out history.jsonl"
        },
        subcommands = ImportVerb.class)
public final class WhatIfVerb implements Callable<Integer> {

    private static final long RUNS_MAX = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Nullable
    @Parameters(index = "0", arity = "0..1", paramLabel = "DOMAIN", description = "The scheduler.")
    private String domainName;

    @Nullable
    @Option(names = "--unit", paramLabel = "U", description = "The unit.")
    private String unit;

    @Option(
            names = "--change",
            paramLabel = "FILE",
            description =
                    "A change, in lines of JSON that are made together; may be repeated, and each file has a column"
                            + " in the table.")
    private List<Path> changes = List.of();

    @Option(
            names = "--add",
            paramLabel = "FILE",
            description = "One more event, in plain JSON, at the beginning of the comparison; may be repeated.")
    private List<Path> added = List.of();

    @Nullable
    @Option(
            names = "--from",
            paramLabel = "T",
            description = "Compare from this time on, or from the 'end' of the record; by default, from the first"
                    + " changed event on.")
    private String from;

    @Nullable
    @Option(
            names = "--to",
            paramLabel = "T",
            description = "Compare up to this time, or for this long if it is +1h; by default, up to the end of the"
                    + " record.")
    private String to;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Decide both worlds so often, each time with other random draws.")
    private int runs = 1;

    @Nullable
    @Option(names = "--assert", paramLabel = "FILE", description = "Claims that must hold in the changed world.")
    private Path claims;

    @Nullable
    @Option(
            names = "--model-error-max",
            paramLabel = "PERCENT",
            description = "Exit code 1 if the baseline's waits differ from the recorded ones by more.")
    private Double modelErrorMax;

    @Nullable
    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write the changed world in lines that 'simulate' decides in the same way.")
    private Path write;

    @Nullable
    @Option(
            names = "--decisions",
            paramLabel = "FILE",
            description = "Write the decisions that only one of the worlds has.")
    private Path decisions;

    @Option(names = "--json", description = "Print one JSON object, or a list of them for several changes.")
    private boolean json;

    @Nullable
    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with pictures, which needs nothing else. The scheduler explains the waits that"
                    + " changed most, for which the worlds are decided again.")
    private Path html;

    @Nullable
    @Option(names = "--files", paramLabel = "DIR", description = "Ask exported evidence.")
    private Path files;

    @Nullable
    @Option(names = "--lines", paramLabel = "FILE", description = "Ask a record in the lines of 'simulate'.")
    private Path lines;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException {
        if (domainName == null || unit == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Missing required " + (domainName == null ? "parameter: 'DOMAIN'" : "option: '--unit=U'"));
        }
        return ask(domainName, unit);
    }

    private int ask(String domainName, String unit) throws IOException {
        if (runs < 1 || runs > RUNS_MAX) {
            throw new Unusable("expected --runs from 1 to " + RUNS_MAX + ", but it is " + runs);
        }
        if (files != null && lines != null) {
            throw new Unusable("expected --files or --lines, not both");
        }
        if (modelErrorMax != null && !(modelErrorMax >= 0)) {
            throw new Unusable("expected --model-error-max of at least 0, but it is " + modelErrorMax);
        }
        Unusable.ifNoFile("--write", write);
        Unusable.ifNoFile("--decisions", decisions);
        Unusable.ifNoFile("--html", html);
        requireOneChange("--write", write);
        requireOneChange("--decisions", decisions);
        requireApart("--html", html, "--lines", lines);
        requireApart("--write", write, "--decisions", decisions);
        requireApart("--write", write, "--lines", lines);
        requireApart("--decisions", decisions, "--lines", lines);
        Settings settings = lines == null ? configured.clientSettings() : configured.settings();
        Domain domain = Domains.named(domainName, settings);
        PartyModel model = WhatIf.model(domain);
        if (model == null) {
            throw new Unusable(WhatIf.noModel(domain));
        }
        Question question = question(unit);
        Assertions assertions = claims == null ? null : assertions(claims, model);
        Recording record = files != null
                ? Recordings.ofFiles(domain, settings, files)
                : lines != null ? Recordings.ofLines(domain, lines) : Recordings.ofCluster(domain, settings);
        try (PrintWriter out = Lines.out()) {
            List<Comparison> comparisons;
            try {
                comparisons = answers(record, domain, model, question);
            } catch (Unverified e) {
                out.println(e.getMessage());
                return ExitCode.DOES_NOT_HOLD;
            }
            return print(comparisons, assertions, out);
        }
    }

    /** Refuses a file of one changed world for several changes. */
    private void requireOneChange(String option, @Nullable Path file) {
        if (file != null && changes.size() > 1) {
            throw new Unusable("expected " + option + " with one --change, but there are " + changes.size());
        }
    }

    /** Refuses one file for two purposes: one would take the other's place. */
    private static void requireApart(String one, @Nullable Path its, String other, @Nullable Path others) {
        if (its != null
                && others != null
                && its.toAbsolutePath()
                        .normalize()
                        .equals(others.toAbsolutePath().normalize())) {
            throw new Unusable("expected " + one + " and " + other + " to be two files, but both are " + its);
        }
    }

    /** Thrown for a record that does not verify. */
    private static final class Unverified extends Exception {

        private static final long serialVersionUID = 1L;

        Unverified(String objection) {
            super("the record does not verify, so nothing can be concluded from it: " + objection, null, false, false);
        }
    }

    private List<Comparison> answers(Recording record, Domain domain, PartyModel model, Question question)
            throws IOException, Unverified {
        try (ParallelThreads parallel = ParallelThreads.onAllProcessors();
                ProgressLine progress = ProgressLine.onTerminal()) {
            WhatIf.Watch watch = new WhatIf.Watch() {
                @Override
                public void progress(String stage, long done, long all) {
                    progress.of(stage, done, all);
                }
            };
            String objection = record.objection(question.unit(), parallel, watch);
            if (objection != null) {
                throw new Unverified(objection);
            }
            try (WhatIf whatIf = new WhatIf(domain, model, question, parallel, watch)) {
                record.read(question.unit(), whatIf, watch);
                return whatIf.answers();
            }
        } catch (WhatIf.Unanswerable e) {
            throw new Unusable(String.valueOf(e.getMessage()));
        }
    }

    private int print(List<Comparison> comparisons, @Nullable Assertions assertions, PrintWriter out) {
        List<Summary> summaries = comparisons.stream().map(Summary::of).toList();
        List<String> names = names();
        if (json) {
            out.print(PlainJson.page(summaries.size() == 1 ? summaries.get(0) : summaries));
        } else {
            SummaryText.lines(summaries, names).forEach(out::println);
        }
        if (html != null) {
            String page = WhatIfReport.of(summaries, names);
            WholeFile.replace(html, ".unfinished", part -> Files.writeString(part, page));
        }
        Set<String> broken = new LinkedHashSet<>();
        for (int at = 0; assertions != null && at < comparisons.size(); at++) {
            String of = comparisons.size() == 1 ? "" : names.get(at) + ": ";
            assertions.broken(comparisons.get(at)).forEach(why -> broken.add(of + why));
        }
        Summary summary = summaries.get(0);
        if (modelErrorMax != null && !summary.hasModelError()) {
            broken.add("the model error is not known");
        } else if (modelErrorMax != null && summary.modelErrorPercent() > modelErrorMax) {
            broken.add(String.format(
                    Locale.ROOT,
                    "the model error is %.1f %%, more than %s %%",
                    summary.modelErrorPercent(),
                    modelErrorMax));
        }
        out.flush();
        broken.forEach(why -> System.err.println("does not hold: " + why));
        return broken.isEmpty() ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD;
    }

    /** Returns the headings of the changes: their files, if there are several. */
    private List<String> names() {
        if (changes.isEmpty() && added.isEmpty()) {
            return List.of();
        }
        return changes.size() < 2
                ? List.of("change")
                : changes.stream()
                        .map(file -> String.valueOf(file.getFileName()).replaceFirst("\\.jsonl?$", ""))
                        .toList();
    }

    private Question question(String unit) throws IOException {
        List<String> more = new ArrayList<>();
        for (Path file : added) {
            more.add(String.join(" ", read(file)));
        }
        List<List<String>> lines = new ArrayList<>();
        for (Path file : changes) {
            lines.add(new ArrayList<>(read(file)));
        }
        if (lines.isEmpty()) {
            lines.add(new ArrayList<>());
        }
        lines.forEach(change -> change.addAll(more));
        TimeRange range = range();
        return new Question(
                unit,
                range.from(),
                range.fromEnd(),
                range.to(),
                range.toAfterFrom(),
                lines,
                runs,
                write,
                decisions,
                html != null,
                WorldLimits.COMMAND);
    }

    private TimeRange range() {
        try {
            return TimeRange.of(from == null ? "" : from.strip(), to == null ? "" : to.strip());
        } catch (TimeRange.BadTime e) {
            throw new Unusable("--" + e.getMessage());
        }
    }

    private static Assertions assertions(Path file, PartyModel model) throws IOException {
        try {
            return Assertions.read(read(file), model.waitUnit(), model.counts());
        } catch (Assertions.BadAssertion e) {
            throw new Unusable(file + ": " + e.getMessage());
        }
    }

    private static List<String> read(Path file) throws IOException {
        try (BufferedReader reader = Lines.from(file)) {
            return reader.lines().toList();
        }
    }
}
