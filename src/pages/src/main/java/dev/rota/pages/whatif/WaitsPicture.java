package dev.rota.pages.whatif;

import dev.rota.pages.Show;
import dev.rota.whatif.report.Course;
import dev.rota.whatif.report.Quantity;
import dev.rota.whatif.report.Summary;
import dev.rota.workload.whatif.PartyModel.WaitUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Draws mean waits by the time at which they began. */
final class WaitsPicture {

    private static final double WIDTH = 1_000;
    private static final double HEIGHT = 200;

    private final Summary summary;
    private final Course course;
    private final double most;

    private WaitsPicture(Summary summary) {
        this.summary = summary;
        this.course = summary.course();
        this.most = Stream.of(course.record(), course.baseline(), course.change())
                .flatMap(List::stream)
                .mapToDouble(Course.Step::mean)
                .max()
                .orElse(0);
    }

    /** Returns the picture of a comparison, or {@link WaitsView#NONE} if all waits are zero. */
    static WaitsView of(Summary summary) {
        WaitsPicture picture = new WaitsPicture(summary);
        return picture.most > 0 ? picture.view() : WaitsView.NONE;
    }

    private WaitsView view() {
        int steps = course.record().size();
        List<WaitsView.Row> rows = new ArrayList<>();
        for (int at = 0; at < steps; at++) {
            if (course.record().get(at).number()
                            + course.baseline().get(at).number()
                            + course.change().get(at).number()
                    > 0) {
                rows.add(new WaitsView.Row(
                        when(course.from() + at * course.step()),
                        text(course.record().get(at)),
                        text(course.baseline().get(at)),
                        text(course.change().get(at))));
            }
        }
        return new WaitsView(
                "Mean wait, by the time at which it began, in steps of " + quantity((double) course.step()),
                quantity(most),
                quantity(most / 2),
                quantity(0),
                when(course.from()),
                when(course.from() + steps * course.step()),
                List.of(
                        line("record", course.record()),
                        line("baseline", course.baseline()),
                        line("change", course.change())),
                rows);
    }

    private String text(Course.Step step) {
        return step.number() == 0 ? "" : (step.atLeast() ? "at least " : "") + quantity(step.mean());
    }

    /** Returns a time of the course: a block has a number. */
    private String when(long time) {
        return summary.waitUnit() == WaitUnit.BLOCKS ? "block " + time : Show.time(time);
    }

    private String quantity(double wait) {
        return Quantity.of(wait, summary.waitUnit());
    }

    /** Returns a line that connects the steps in which waits began. */
    private WaitsView.Line line(String look, List<Course.Step> steps) {
        StringBuilder path = new StringBuilder();
        StringBuilder dots = new StringBuilder();
        for (int at = 0; at < steps.size(); at++) {
            Course.Step step = steps.get(at);
            if (step.number() > 0) {
                String point = String.format(
                        Locale.ROOT,
                        "%.1f %.1f",
                        (at + 0.5) * WIDTH / steps.size(),
                        HEIGHT - HEIGHT * step.mean() / most);
                path.append(path.isEmpty() ? "M" : "L").append(point);
                dots.append('M').append(point).append("h0");
            }
        }
        return new WaitsView.Line(look, path.toString(), dots.toString());
    }
}
