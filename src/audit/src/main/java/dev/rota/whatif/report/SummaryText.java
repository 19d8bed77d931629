package dev.rota.whatif.report;

import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        lines.add(SummaryTable.modelError(summary));
        lines.add("from " + Phrases.utc(summary.from()) + " to " + Phrases.utc(summary.to()));
        lines.addAll(SummaryTable.gaps(summary));
        lines.add("");
        line("", "record", "baseline", "change");
        for (SummaryTable.Group group : SummaryTable.groups(summary)) {
            lines.add(group.name());
            group.lines().forEach(this::line);
        }
        changed("waits grow most", summary.slower());
        changed("waits shrink most", summary.faster());
        lines.add("");
        lines.addAll(SummaryTable.remarks(summary));
    }

    private void changed(String title, List<Changed> subjects) {
        if (!subjects.isEmpty()) {
            lines.add("");
            lines.add(title);
            subjects.forEach(subject -> line(SummaryTable.changed(summary, subject)));
        }
    }

    private void line(SummaryTable.Line its) {
        line((its.ofRuns() ? "    " : "  ") + its.name(), its.record(), its.baseline(), its.change());
    }

    private void line(String name, String record, String baseline, String change) {
        String format = "%-" + NAME_WIDTH + "s %" + COLUMN_WIDTH + "s %" + COLUMN_WIDTH + "s %" + COLUMN_WIDTH + "s";
        lines.add(String.format(Locale.ROOT, format, name, record, baseline, change));
    }
}
