package dev.rota.whatif.report;

import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints a summary as a table for people. */
public final class SummaryText {

    private static final int NAME_WIDTH = 28;
    private static final int COLUMN_WIDTH = 20;
    private static final int HEAD_DIGITS = 16;

    private final List<Summary> summaries;
    private final List<String> names;
    private final Summary summary;
    private final List<String> lines = new ArrayList<>();

    private SummaryText(List<Summary> summaries, List<String> names) {
        this.summaries = summaries;
        this.names = names;
        this.summary = summaries.get(0);
    }

    /** Returns the lines of a summary. */
    public static List<String> lines(Summary summary) {
        return lines(List.of(summary), List.of("change"));
    }

    /**
     * Returns the lines of answers that differ in the change only.
     *
     * @param names the names of the changes; empty if there is no change, and the answer is about the baseline
     */
    public static List<String> lines(List<Summary> summaries, List<String> names) {
        SummaryText text = new SummaryText(summaries, names);
        text.print();
        return text.lines.stream().map(Printable::of).toList();
    }

    private void print() {
        String head = summary.head();
        lines.add(summary.domain() + " " + summary.unit() + ": "
                + (summary.history() == null
                        ? Phrases.count(summary.records(), "record") + ", head "
                                + head.substring(0, Math.min(HEAD_DIGITS, head.length())) + " at decision "
                                + summary.seq()
                        : "a history of " + Phrases.count(summary.records(), "event")));
        if (summaries.stream().noneMatch(Summary::difference)) {
            lines.add("no difference: the change is empty, so nothing was modelled");
            return;
        }
        lines.add(SummaryTable.modelError(summary));
        lines.addAll(SummaryTable.history(summary));
        lines.add("from " + Phrases.utc(summary.from()) + " to " + Phrases.utc(summary.to()));
        lines.addAll(SummaryTable.gaps(summary));
        lines.add("");
        line("", "record", "baseline", names);
        for (SummaryTable.Group group : SummaryTable.groups(summaries)) {
            lines.add(group.name());
            group.lines().forEach(this::line);
        }
        for (int at = 0; at < names.size(); at++) {
            String of = names.size() == 1 ? "" : ": " + names.get(at);
            changed("waits grow most" + of, summaries.get(at), summaries.get(at).slower());
            changed(
                    "waits shrink most" + of,
                    summaries.get(at),
                    summaries.get(at).faster());
        }
        lines.add("");
        lines.addAll(SummaryTable.remarks(summaries, names));
    }

    private void changed(String title, Summary of, List<Changed> subjects) {
        if (!subjects.isEmpty()) {
            lines.add("");
            lines.add(title);
            subjects.forEach(subject -> line(SummaryTable.changed(of, subject)));
        }
    }

    private void line(SummaryTable.Line its) {
        line((its.ofRuns() ? "    " : "  ") + its.name(), its.record(), its.baseline(), its.changes());
    }

    private void line(String name, String record, String baseline, List<String> changes) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", name));
        Stream.concat(Stream.of(record, baseline), changes.stream().limit(names.size()))
                .forEach(cell -> line.append(String.format(Locale.ROOT, " %" + COLUMN_WIDTH + "s", cell)));
        lines.add(line.toString());
    }
}
