package dev.rota.pages.whatif;

import dev.rota.pages.Show;
import dev.rota.whatif.report.Quantity;
import dev.rota.whatif.report.Summary;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Draws the waits of groups as distributions, on a logarithmic scale: the longest are many times as long as the median. */
final class SpreadPicture {

    private static final double WIDTH = 1_000;
    private static final int GROUPS_MAX = 20;
    private static final double[] MARKS_MS = {
        0, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 864_000_000, 8_640_000_000.0
    };
    private static final double[] MARKS_BLOCKS = {0, 1, 10, 100, 1_000, 10_000, 100_000};

    private final List<Summary> summaries;
    private final List<String> worlds;
    private final WaitUnit unit;
    private final double most;

    private SpreadPicture(List<Summary> summaries, List<String> worlds) {
        this.summaries = summaries;
        this.worlds = worlds;
        this.unit = summaries.get(0).waitUnit();
        this.most = summaries.stream()
                .flatMap(summary -> summary.groups().stream())
                .flatMap(row -> Stream.of(
                        row.record(), row.baseline().get(0), row.change().get(0)))
                .mapToDouble(numbers -> numbers.p99().value())
                .max()
                .orElse(0);
    }

    /** @param worlds the names of record, baseline and changes */
    static SpreadView of(List<Summary> summaries, List<String> worlds) {
        SpreadPicture picture = new SpreadPicture(summaries, worlds);
        return picture.most > 0 ? picture.view() : SpreadView.NONE;
    }

    private SpreadView view() {
        List<SpreadView.Group> groups = summaries.get(0).groups().stream()
                .filter(row -> row.record().number() + row.baseline().get(0).number() > 0)
                .sorted((one, other) -> Long.compare(
                        other.baseline().get(0).number(), one.baseline().get(0).number()))
                .limit(GROUPS_MAX)
                .map(this::group)
                .toList();
        List<SpreadView.Mark> marks = new ArrayList<>();
        for (double mark : unit == WaitUnit.MS ? MARKS_MS : MARKS_BLOCKS) {
            if (mark <= most) {
                marks.add(new SpreadView.Mark(x(mark), Quantity.of(mark, unit)));
            }
        }
        return new SpreadView(
                "Waits of the " + (groups.size() < GROUPS_MAX ? "" : GROUPS_MAX + " largest ")
                        + "groups: the middle half as a box, the median as a bar, from a tenth to nine tenths as a line, p99"
                        + " as a dot; on a logarithmic scale",
                marks,
                groups);
    }

    private SpreadView.Group group(Summary.Row row) {
        List<SpreadView.Bar> bars = new ArrayList<>();
        bars.add(bar(0, row.record()));
        bars.add(bar(1, row.baseline().get(0)));
        for (int at = 2; at < worlds.size(); at++) {
            Summary summary = summaries.get(at - 2);
            int world = at;
            summary.groups().stream()
                    .filter(each -> each.group().equals(row.group()))
                    .forEach(each -> bars.add(bar(world, each.change().get(0))));
        }
        return new SpreadView.Group(Show.text(row.group()), bars);
    }

    private SpreadView.Bar bar(int world, Summary.Numbers numbers) {
        double low = x(numbers.spread().get(0).value());
        double high = x(numbers.spread().get(3).value());
        double from = x(numbers.spread().get(1).value());
        double to = Math.max(from + 2, x(numbers.spread().get(2).value()));
        return new SpreadView.Bar(
                Show.text(worlds.get(world)),
                WaitsPicture.look(world),
                path("M%.1f 8H%.1f", low, high),
                path("M%.1f 3H%.1fV13H%.1fZ", from, to, from),
                path(
                        "M%.1f 1V15M%.1f 8h0",
                        x(numbers.p50().value()), x(numbers.p99().value())),
                numbers.number() == 0 ? "none" : "p50 " + quantity(numbers.p50()) + ", p99 " + quantity(numbers.p99()));
    }

    private String quantity(Summary.Amount amount) {
        return (amount.atLeast() ? "at least " : "") + Quantity.of(amount.value(), unit);
    }

    private static String path(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    /** Returns the place of a wait: a second, or a block, is the smallest that can be told from none. */
    private double x(double wait) {
        double least = unit == WaitUnit.MS ? 1_000 : 1;
        return WIDTH * Math.log1p(Math.min(wait, most) / least) / Math.log1p(most / least);
    }
}
