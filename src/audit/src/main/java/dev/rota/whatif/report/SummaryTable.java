package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.simulate.HistoryLine;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
     * A figure in the record, in the baseline, and in the world of each change.
     *
     * @param ofRuns whether it is about several runs, of the figure in the line before
     */
    public record Line(String name, String record, String baseline, List<String> changes, boolean ofRuns) {

        public Line {
            changes = List.copyOf(changes);
        }
    }

    private static final int GAPS_SHOWN = 5;

    private final Summary summary;

    /** What the table is about in the answer to each change. */
    private final List<Summary.Row> rows;

    private final List<Line> lines = new ArrayList<>();

    private SummaryTable(Summary summary, List<Summary.Row> rows) {
        this.summary = summary;
        this.rows = rows;
    }

    /** Returns the rows of all groups, with a column for each change, of answers that differ in the change only. */
    public static List<Group> groups(List<Summary> summaries) {
        List<Map<String, Summary.Row>> byName = summaries.stream()
                .map(summary -> summary.groups().stream()
                        .collect(Collectors.toMap(
                                Summary.Row::group, row -> row, (one, other) -> one, LinkedHashMap::new)))
                .map(rows -> (Map<String, Summary.Row>) rows)
                .toList();
        LinkedHashSet<String> names = new LinkedHashSet<>();
        byName.forEach(rows -> names.addAll(rows.keySet()));
        return names.stream()
                .map(name -> {
                    Summary.Row any = Objects.requireNonNull(byName.stream()
                            .map(rows -> rows.get(name))
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null));
                    SummaryTable table = new SummaryTable(
                            summaries.get(0),
                            byName.stream()
                                    .map(rows -> rows.getOrDefault(name, any.withoutChange()))
                                    .toList());
                    table.group();
                    return new Group(name, table.lines);
                })
                .toList();
    }

    /** Returns the row of a subject whose wait differs. */
    public static Line changed(Summary summary, Changed subject) {
        return new Line(
                subject.subject(),
                "",
                Quantity.of(new Summary.Amount(subject.baseline(), !subject.baselineEnded()), summary.waitUnit()),
                List.of(Quantity.of(new Summary.Amount(subject.change(), !subject.changeEnded()), summary.waitUnit())),
                false);
    }

    /** Returns the sentence that states how far the model is from the record. */
    public static String modelError(Summary summary) {
        if (!summary.hasModelError()) {
            return "model error: not known, since the history has no waits";
        }
        return String.format(
                Locale.ROOT,
                "model error: %s a wait, %.1f %% (the baseline against the %s)",
                Quantity.of(summary.modelError(), summary.waitUnit()),
                summary.modelErrorPercent(),
                summary.history() == null ? "record" : "history");
    }

    /** Returns the sentences about a history: what made it first, as far as it is not modelled; empty if it is a log. */
    public static List<String> history(Summary summary) {
        List<String> remarks = summary.history() == null ? List.of() : summary.history();
        return remarks.stream()
                .map(remark -> remark.startsWith(HistoryLine.UNMODELLED)
                        ? remark
                                + (summary.hasModelError()
                                        ? ". So the baseline differs from the history by the model error; a smaller"
                                                + " difference between baseline and change means little"
                                        : ". How far the baseline is from the history is not known")
                        : remark)
                .toList();
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

    /**
     * Returns the sentences about where the figures come from, and what is not known, of answers that differ in the change
     * only.
     *
     * @param names the names of the changes
     */
    public static List<String> remarks(List<Summary> summaries, List<String> names) {
        List<String> remarks = new ArrayList<>();
        for (int at = 0; at < summaries.size(); at++) {
            Summary summary = summaries.get(at);
            String world = summaries.size() == 1 ? "the changed world" : names.get(at);
            if (!summary.sources().isEmpty()) {
                remarks.add("durations in " + world + ": "
                        + summary.sources().entrySet().stream()
                                .map(source -> source.getValue() + " " + source.getKey())
                                .collect(Collectors.joining(", ")));
            }
            if (summary.rejected().baseline() + summary.rejected().change() > 0) {
                remarks.add("rejected: " + summary.rejected().baseline() + " in the baseline, "
                        + summary.rejected().change() + " in " + world
                        + (summary.rejections().isEmpty()
                                ? ""
                                : ", such as " + summary.rejections().get(0)));
            }
        }
        summaries.get(0).limits().forEach(limit -> remarks.add("not known: " + limit));
        return remarks;
    }

    private void group() {
        Summary.Row first = rows.get(0);
        if (any(numbers -> numbers.number() > 0)) {
            Double error = first.modelError();
            if (summary.history() != null && first.record().number() > 0 && error != null) {
                lines.add(new Line(
                        "model error",
                        "",
                        Quantity.of(error, summary.waitUnit()),
                        rows.stream().map(row -> "").toList(),
                        false));
            }
            all("number", numbers -> String.format(Locale.ROOT, "%,d", numbers.number()));
            if (any(numbers -> numbers.open() > 0)) {
                all("not served", numbers -> String.format(Locale.ROOT, "%,d", numbers.open()));
            }
            wait("wait, mean", Summary.Numbers::mean);
            wait("wait, p50", Summary.Numbers::p50);
            wait("wait, p99", Summary.Numbers::p99);
            wait("wait, max", Summary.Numbers::max);
        }
        TreeSet<String> counted = new TreeSet<>(first.record().counts().keySet());
        first.baseline().forEach(numbers -> counted.addAll(numbers.counts().keySet()));
        rows.forEach(row ->
                row.change().forEach(numbers -> counted.addAll(numbers.counts().keySet())));
        for (String what : counted) {
            all(
                    what,
                    numbers ->
                            String.format(Locale.ROOT, "%,d", numbers.counts().getOrDefault(what, 0L)));
        }
        if (any(numbers -> numbers.parties() > 0)) {
            all(first.group().replaceFirst("=.*", ""), numbers -> String.format(Locale.ROOT, "%,d", numbers.parties()));
        }
        if (any(numbers -> numbers.utilisation() != null)) {
            all("utilisation", numbers -> utilisation(numbers.utilisation()));
        }
    }

    private boolean any(Function<Summary.Numbers, Boolean> has) {
        Summary.Row first = rows.get(0);
        return has.apply(first.record())
                || first.baseline().stream().anyMatch(has::apply)
                || rows.stream().flatMap(row -> row.change().stream()).anyMatch(has::apply);
    }

    private static String utilisation(@Nullable Double percent) {
        return percent == null ? "-" : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    private void all(String name, Function<Summary.Numbers, String> text) {
        Summary.Row first = rows.get(0);
        lines.add(new Line(
                name,
                text.apply(first.record()),
                text.apply(first.baseline().get(0)),
                rows.stream().map(row -> text.apply(row.change().get(0))).toList(),
                false));
    }

    private void wait(String name, Function<Summary.Numbers, Summary.Amount> of) {
        all(name, numbers -> Quantity.of(of.apply(numbers), summary.waitUnit()));
        Summary.Row first = rows.get(0);
        int runs = first.baseline().size();
        if (runs > 1 && (differ(first.baseline(), of) || rows.stream().anyMatch(row -> differ(row.change(), of)))) {
            ofRuns("mean of " + runs + " runs", numbers -> mean(numbers, of));
            ofRuns("least", numbers -> least(numbers, of));
            ofRuns("most", numbers -> most(numbers, of));
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

    private void ofRuns(String name, Function<List<Summary.Numbers>, String> text) {
        lines.add(new Line(
                name,
                "",
                text.apply(rows.get(0).baseline()),
                rows.stream().map(row -> text.apply(row.change())).toList(),
                true));
    }
}
