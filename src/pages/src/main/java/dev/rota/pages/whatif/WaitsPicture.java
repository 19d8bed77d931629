package dev.rota.pages.whatif;

import dev.rota.pages.Show;
import dev.rota.whatif.report.Course;
import dev.rota.whatif.report.Quantity;
import dev.rota.whatif.report.Summary;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws mean waits by the time at which they began. */
final class WaitsPicture {

    private static final double WIDTH = 1_000;
    private static final double HEIGHT = 200;

    /** The number of looks of changes. */
    private static final int LOOKS = 5;

    /** A line of the picture, in the steps of its course. */
    private record Drawn(String world, Course course, List<Course.Step> steps) {}

    private final WaitUnit unit;
    private final List<Drawn> drawn = new ArrayList<>();
    private final double most;
    private final long from;
    private final long to;

    private WaitsPicture(List<Summary> summaries, List<String> worlds) {
        this.unit = summaries.get(0).waitUnit();
        Course first = summaries.get(0).course();
        drawn.add(new Drawn(worlds.get(0), first, first.record()));
        drawn.add(new Drawn(worlds.get(1), first, first.baseline()));
        for (int at = 2; at < worlds.size(); at++) {
            Course course = summaries.get(at - 2).course();
            drawn.add(new Drawn(worlds.get(at), course, course.change()));
        }
        this.most = drawn.stream()
                .flatMap(line -> line.steps().stream())
                .mapToDouble(Course.Step::mean)
                .max()
                .orElse(0);
        this.from = first.from();
        this.to = drawn.stream()
                .mapToLong(line -> from + line.steps().size() * line.course().step())
                .max()
                .orElse(from);
    }

    /**
     * Returns the picture of answers that differ in the change only, or {@link WaitsView#NONE} if all waits are zero.
     *
     * @param worlds the names of record, baseline and changes
     */
    static WaitsView of(List<Summary> summaries, List<String> worlds) {
        WaitsPicture picture = new WaitsPicture(summaries, worlds);
        return picture.most > 0 ? picture.view() : WaitsView.NONE;
    }

    /** Returns the class of the style sheet for a world: the record, the baseline, or a change. */
    static String look(int world) {
        return switch (world) {
            case 0 -> "record";
            case 1 -> "baseline";
            default -> world == 2 ? "change" : "change-" + ((world - 2) % LOOKS + 1);
        };
    }

    private WaitsView view() {
        Course first = drawn.get(0).course();
        List<WaitsView.Row> rows = new ArrayList<>();
        for (long time = from; time < to; time += first.step()) {
            long at = time;
            List<String> cells = drawn.stream().map(line -> cell(line, at)).toList();
            if (!cells.stream().allMatch(String::isEmpty)) {
                rows.add(new WaitsView.Row(when(time), cells));
            }
        }
        List<WaitsView.Line> lines = new ArrayList<>();
        for (int world = 0; world < drawn.size(); world++) {
            lines.add(line(look(world), drawn.get(world)));
        }
        return new WaitsView(
                "Mean wait, by the time at which it began, in steps of " + quantity((double) first.step()),
                List.of(quantity(most), quantity(most / 2), quantity(0)),
                when(from),
                when(to),
                lines,
                rows);
    }

    /** Returns the wait in the step of a line in which a time is. */
    private String cell(Drawn line, long time) {
        int at = (int) ((time - from) / line.course().step());
        if (at >= line.steps().size() || line.steps().get(at).number() == 0) {
            return "";
        }
        Course.Step step = line.steps().get(at);
        return (step.atLeast() ? "at least " : "") + quantity(step.mean());
    }

    /** Returns a time of the course: a block has a number. */
    private String when(long time) {
        return unit == WaitUnit.BLOCKS ? "block " + time : Show.time(time);
    }

    private String quantity(double wait) {
        return Quantity.of(wait, unit);
    }

    /** Returns a line that connects the steps in which waits began. */
    private WaitsView.Line line(String look, Drawn line) {
        StringBuilder path = new StringBuilder();
        StringBuilder dots = new StringBuilder();
        for (int at = 0; at < line.steps().size(); at++) {
            Course.Step step = line.steps().get(at);
            if (step.number() > 0) {
                String point = String.format(
                        Locale.ROOT,
                        "%.1f %.1f",
                        (at + 0.5) * line.course().step() * WIDTH / (to - from),
                        HEIGHT - HEIGHT * step.mean() / most);
                path.append(path.isEmpty() ? "M" : "L").append(point);
                dots.append('M').append(point).append("h0");
            }
        }
        return new WaitsView.Line(Show.text(line.world()), look, path.toString(), dots.toString());
    }
}
