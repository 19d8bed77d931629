package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The figures of a summary as the rows of a table, formatted. */
public final class SummaryTable {

    /**
     * The rows of a group.
     *
     * @param name the group, as claims name it
     */
    public record Group(String name, List<Line> lines) {

        public Group {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A figure in the record and in the two worlds.
     *
     * @param ofRuns whether it is about several runs, of the figure in the line before
     */
    public record Line(String name, String record, String baseline, String change, boolean ofRuns) {}

    private static final int GAPS_SHOWN = 5;

    private final Summary summary;
    private final List<Line> lines = new ArrayList<>();

    private SummaryTable(Summary summary) {
        this.summary = summary;
    }

    /** Returns the rows of all groups. */
    public static List<Group> groups(Summary summary) {
        return summary.groups().stream()
                .map(row -> {
                    SummaryTable table = new SummaryTable(summary);
                    table.group(row);
                    return new Group(row.group(), table.lines);
                })
                .toList();
    }

    /** Returns the row of a subject whose wait differs. */
    public static Line changed(Summary summary, Changed subject) {
        return new Line(
                subject.subject(),
                "",
                Quantity.of(new Summary.Amount(subject.baseline(), !subject.baselineEnded()), summary.waitUnit()),
                Quantity.of(new Summary.Amount(subject.change(), !subject.changeEnded()), summary.waitUnit()),
                false);
    }

    /** Returns the sentence that states how far the model is from the record. */
    public static String modelError(Summary summary) {
        return String.format(
                Locale.ROOT,
                "model error: %s a wait, %.1f %% (the baseline against the record)",
                Quantity.of(summary.modelError(), summary.waitUnit()),
                summary.modelErrorPercent());
    }

    /** Returns the sentences about the interruptions of the record; empty if there are none. */
    public static List<String> gaps(Summary summary) {
        if (summary.gaps().isEmpty()) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        summary.gaps().stream()
                .limit(GAPS_SHOWN)
                .map(gap -> "interrupted from " + Phrases.utc(gap.from()) + " to " + Phrases.utc(gap.to()) + " ("
                        + Quantity.of((double) gap.to() - gap.from(), WaitUnit.MS)
                        + "): silence did not count, so Rota was down or did not hear all")
                .forEach(sentences::add);
        int more = summary.gaps().size() - GAPS_SHOWN;
        if (more > 0) {
            sentences.add("and interrupted " + more + " more times");
        }
        Long after = summary.fromAfterGaps();
        sentences.add(
                "waits and durations in the record contain this time, and the model only approximates it: it may add to the"
                        + " model error and hide what the change does; "
                        + (after == null
                                ? "--to " + Phrases.utc(summary.gaps().get(0).from()) + " ends the comparison before"
                                : "--from " + Phrases.utc(after) + " begins it afterwards"));
        return sentences;
    }

    /** Returns the sentences about where the figures come from, and what is not known. */
    public static List<String> remarks(Summary summary) {
        List<String> remarks = new ArrayList<>();
        if (!summary.sources().isEmpty()) {
            remarks.add("durations in the changed world: "
                    + summary.sources().entrySet().stream()
                            .map(source -> source.getValue() + " " + source.getKey())
                            .collect(Collectors.joining(", ")));
        }
        if (summary.rejected().baseline() + summary.rejected().change() > 0) {
            remarks.add("rejected: " + summary.rejected().baseline() + " in the baseline, "
                    + summary.rejected().change() + " in the changed world"
                    + (summary.rejections().isEmpty()
                            ? ""
                            : ", such as " + summary.rejections().get(0)));
        }
        summary.limits().forEach(limit -> remarks.add("not known: " + limit));
        return remarks;
    }

    private void group(Summary.Row row) {
        if (any(row, numbers -> numbers.number() > 0)) {
            all(row, "number", numbers -> String.format(Locale.ROOT, "%,d", numbers.number()));
            if (any(row, numbers -> numbers.open() > 0)) {
                all(row, "not served", numbers -> String.format(Locale.ROOT, "%,d", numbers.open()));
            }
            wait(row, "wait, mean", Summary.Numbers::mean);
            wait(row, "wait, p50", Summary.Numbers::p50);
            wait(row, "wait, p99", Summary.Numbers::p99);
            wait(row, "wait, max", Summary.Numbers::max);
        }
        TreeSet<String> counted = new TreeSet<>(row.record().counts().keySet());
        row.baseline().forEach(numbers -> counted.addAll(numbers.counts().keySet()));
        row.change().forEach(numbers -> counted.addAll(numbers.counts().keySet()));
        for (String what : counted) {
            all(
                    row,
                    what,
                    numbers ->
                            String.format(Locale.ROOT, "%,d", numbers.counts().getOrDefault(what, 0L)));
        }
        if (any(row, numbers -> numbers.parties() > 0)) {
            all(
                    row,
                    row.group().replaceFirst("=.*", ""),
                    numbers -> String.format(Locale.ROOT, "%,d", numbers.parties()));
        }
        if (any(row, numbers -> numbers.utilisation() != null)) {
            all(row, "utilisation", numbers -> utilisation(numbers.utilisation()));
        }
    }

    private static boolean any(Summary.Row row, Function<Summary.Numbers, Boolean> has) {
        return has.apply(row.record())
                || row.baseline().stream().anyMatch(has::apply)
                || row.change().stream().anyMatch(has::apply);
    }

    private static String utilisation(@Nullable Double percent) {
        return percent == null ? "-" : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    private void all(Summary.Row row, String name, Function<Summary.Numbers, String> text) {
        lines.add(new Line(
                name,
                text.apply(row.record()),
                text.apply(row.baseline().get(0)),
                text.apply(row.change().get(0)),
                false));
    }

    private void wait(Summary.Row row, String name, Function<Summary.Numbers, Summary.Amount> of) {
        all(row, name, numbers -> Quantity.of(of.apply(numbers), summary.waitUnit()));
        if (row.change().size() > 1 && (differ(row.baseline(), of) || differ(row.change(), of))) {
            ofRuns("mean of " + row.change().size() + " runs", mean(row.baseline(), of), mean(row.change(), of));
            ofRuns("least", least(row.baseline(), of), least(row.change(), of));
            ofRuns("most", most(row.baseline(), of), most(row.change(), of));
        }
    }

    private static boolean differ(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Amount> of) {
        return runs.stream().map(of).distinct().count() > 1;
    }

    private String mean(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Amount> of) {
        boolean atLeast = runs.stream().anyMatch(numbers -> of.apply(numbers).atLeast());
        double mean = runs.stream()
                .mapToDouble(numbers -> of.apply(numbers).value())
                .average()
                .orElse(0);
        return Quantity.of(new Summary.Amount(mean, atLeast), summary.waitUnit());
    }

    private String least(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Amount> of) {
        return extreme(
                runs, of, Comparator.comparingDouble(Summary.Amount::value).reversed());
    }

    private String most(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Amount> of) {
        return extreme(runs, of, Comparator.comparingDouble(Summary.Amount::value));
    }

    private String extreme(
            List<Summary.Numbers> runs,
            Function<Summary.Numbers, Summary.Amount> of,
            Comparator<Summary.Amount> order) {
        return runs.stream()
                .map(of)
                .max(order)
                .map(number -> Quantity.of(number, summary.waitUnit()))
                .orElse("");
    }

    private void ofRuns(String name, String baseline, String change) {
        lines.add(new Line(name, "", baseline, change, true));
    }
}
