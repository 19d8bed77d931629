package dev.rota.whatif.report;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints a summary as a table for people. */
public final class SummaryText {

    private static final int NAME_WIDTH = 28;
    private static final int COLUMN_WIDTH = 20;
    private static final int HEAD_DIGITS = 16;

    private final Summary summary;
    private final List<String> lines = new ArrayList<>();

    private SummaryText(Summary summary) {
        this.summary = summary;
    }

    /** Returns the lines of a summary. */
    public static List<String> lines(Summary summary) {
        SummaryText text = new SummaryText(summary);
        text.print();
        return text.lines.stream().map(Printable::of).toList();
    }

    private void print() {
        String head = summary.head();
        lines.add(summary.domain() + " " + summary.unit() + ": " + Phrases.count(summary.records(), "record")
                + ", head " + head.substring(0, Math.min(HEAD_DIGITS, head.length())) + " at decision "
                + summary.seq());
        if (!summary.difference()) {
            lines.add("no difference: the change is empty, so nothing was modelled");
            return;
        }
        lines.add(String.format(
                Locale.ROOT,
                "model error: %s a wait, %.1f %% (the baseline against the record)",
                Quantity.of(summary.modelError(), summary.waitUnit()),
                summary.modelErrorPercent()));
        lines.add("from " + Phrases.utc(summary.from()) + " to " + Phrases.utc(summary.to()));
        lines.add("");
        line("", "record", "baseline", "change");
        summary.groups().forEach(this::group);
        changed("waits grow most", summary.slower());
        changed("waits shrink most", summary.faster());
        remarks();
    }

    private void group(Summary.Row row) {
        lines.add(row.group());
        if (any(row, numbers -> numbers.number() > 0)) {
            all(row, "  number", numbers -> String.format(Locale.ROOT, "%,d", numbers.number()));
            if (any(row, numbers -> numbers.open() > 0)) {
                all(row, "  not served", numbers -> String.format(Locale.ROOT, "%,d", numbers.open()));
            }
            wait(row, "  wait, mean", Summary.Numbers::mean);
            wait(row, "  wait, p50", Summary.Numbers::p50);
            wait(row, "  wait, p99", Summary.Numbers::p99);
            wait(row, "  wait, max", Summary.Numbers::max);
        }
        TreeSet<String> counted = new TreeSet<>(row.record().counts().keySet());
        row.baseline().forEach(numbers -> counted.addAll(numbers.counts().keySet()));
        row.change().forEach(numbers -> counted.addAll(numbers.counts().keySet()));
        for (String what : counted) {
            all(
                    row,
                    "  " + what,
                    numbers ->
                            String.format(Locale.ROOT, "%,d", numbers.counts().getOrDefault(what, 0L)));
        }
        if (any(row, numbers -> numbers.utilisation() != null)) {
            all(row, "  utilisation", numbers -> utilisation(numbers.utilisation()));
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
        line(
                name,
                text.apply(row.record()),
                text.apply(row.baseline().get(0)),
                text.apply(row.change().get(0)));
    }

    private void wait(Summary.Row row, String name, Function<Summary.Numbers, Summary.Number> of) {
        all(row, name, numbers -> Quantity.of(of.apply(numbers), summary.waitUnit()));
        if (row.change().size() > 1 && (differ(row.baseline(), of) || differ(row.change(), of))) {
            line("    mean of " + row.change().size() + " runs", "", mean(row.baseline(), of), mean(row.change(), of));
            line("    least", "", least(row.baseline(), of), least(row.change(), of));
            line("    most", "", most(row.baseline(), of), most(row.change(), of));
        }
    }

    private static boolean differ(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Number> of) {
        return runs.stream().map(of).distinct().count() > 1;
    }

    private String mean(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Number> of) {
        boolean atLeast = runs.stream().anyMatch(numbers -> of.apply(numbers).atLeast());
        double mean = runs.stream()
                .mapToDouble(numbers -> of.apply(numbers).value())
                .average()
                .orElse(0);
        return Quantity.of(new Summary.Number(mean, atLeast), summary.waitUnit());
    }

    private String least(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Number> of) {
        return extreme(
                runs, of, Comparator.comparingDouble(Summary.Number::value).reversed());
    }

    private String most(List<Summary.Numbers> runs, Function<Summary.Numbers, Summary.Number> of) {
        return extreme(runs, of, Comparator.comparingDouble(Summary.Number::value));
    }

    private String extreme(
            List<Summary.Numbers> runs,
            Function<Summary.Numbers, Summary.Number> of,
            Comparator<Summary.Number> order) {
        return runs.stream()
                .map(of)
                .max(order)
                .map(number -> Quantity.of(number, summary.waitUnit()))
                .orElse("");
    }

    private void changed(String title, List<Changed> subjects) {
        if (subjects.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(title);
        for (Changed its : subjects) {
            line(
                    "  " + its.subject(),
                    "",
                    Quantity.of(new Summary.Number(its.baseline(), !its.baselineEnded()), summary.waitUnit()),
                    Quantity.of(new Summary.Number(its.change(), !its.changeEnded()), summary.waitUnit()));
        }
    }

    private void remarks() {
        lines.add("");
        if (!summary.sources().isEmpty()) {
            lines.add("durations in the changed world: "
                    + summary.sources().entrySet().stream()
                            .map(source -> source.getValue() + " " + source.getKey())
                            .collect(Collectors.joining(", ")));
        }
        if (summary.rejected().baseline() + summary.rejected().change() > 0) {
            lines.add("rejected: " + summary.rejected().baseline() + " in the baseline, "
                    + summary.rejected().change() + " in the changed world"
                    + (summary.rejections().isEmpty()
                            ? ""
                            : ", such as " + summary.rejections().get(0)));
        }
        summary.limits().forEach(limit -> lines.add("not known: " + limit));
    }

    private void line(String name, String record, String baseline, String change) {
        String format = "%-" + NAME_WIDTH + "s %" + COLUMN_WIDTH + "s %" + COLUMN_WIDTH + "s %" + COLUMN_WIDTH + "s";
        lines.add(String.format(Locale.ROOT, format, name, record, baseline, change));
    }
}
