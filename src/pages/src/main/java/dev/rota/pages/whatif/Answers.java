package dev.rota.pages.whatif;

import dev.rota.engine.Subject;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.view.Link;
import dev.rota.whatif.report.Changed;
import dev.rota.whatif.report.Quantity;
import dev.rota.whatif.report.Summary;
import dev.rota.whatif.report.SummaryTable;
import dev.rota.workload.whatif.Vocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Presents answers. */
public final class Answers {

    /** The number of groups whose figures are kept. The command line prints all of them. */
    private static final int GROUPS_MAX = 200;

    /** The number of groups that are listed as having gained or lost. */
    private static final int GAINS_MAX = 20;

    private static final String ALL = "all";

    private final List<Summary> summaries;

    /** The names of record, baseline and changes. */
    private final List<String> worlds;

    private final Function<Changed, Link> links;

    private Answers(List<Summary> summaries, List<String> changes, Function<Changed, Link> links) {
        this.summaries = summaries;
        this.worlds =
                Stream.concat(Stream.of("record", "baseline"), changes.stream()).toList();
        this.links = links;
    }

    /**
     * Returns an answer in texts.
     *
     * @param vocabulary names the subjects that wait
     */
    public static AnswerView of(Summary summary, Asked asked, Vocabulary vocabulary) {
        Links links = new Links(summary.domain(), summary.unit());
        Answers answers = new Answers(List.of(summary), List.of("change"), changed -> {
            Subject waiting = vocabulary.subject(changed.name());
            return links.to(waiting.kind(), waiting.id(), changed.subject());
        });
        return answers.view(new AnswerView.Again(
                asked.url(summary.domain(), summary.unit()),
                asked.command(summary.domain(), summary.unit()),
                Show.json(asked.change())));
    }

    /**
     * Returns answers that differ in the change only, for a page that stands alone.
     *
     * @param changes the names of the changes
     */
    public static AnswerView alone(List<Summary> summaries, List<String> changes) {
        return new Answers(summaries, changes, changed -> new Link(Show.text(changed.subject()), ""))
                .view(AnswerView.Again.NONE);
    }

    /** Returns the answer about a record that does not verify. */
    public static AnswerView objected(String domain, String unit, String objection, Asked asked) {
        return new AnswerView(
                "The record does not verify, so nothing can be concluded from it: " + Show.text(objection),
                "",
                List.of(),
                WaitsView.NONE,
                SpreadView.NONE,
                AnswerView.Figures.NONE,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new AnswerView.Again(asked.url(domain, unit), asked.command(domain, unit), Show.json(asked.change())));
    }

    private AnswerView view(AnswerView.Again again) {
        Summary first = summaries.get(0);
        boolean difference = summaries.stream().anyMatch(Summary::difference);
        return new AnswerView(
                difference
                        ? "Compared from " + Show.time(first.from()) + " to " + Show.time(first.to()) + ", of "
                                + Show.count(first.records(), "record", "records") + "."
                        : "No difference: the change is empty, so nothing was modelled.",
                difference ? Show.text(SummaryTable.modelError(first)) : "",
                texts(SummaryTable.history(first)),
                difference ? WaitsPicture.of(summaries, worlds) : WaitsView.NONE,
                difference ? SpreadPicture.of(summaries, worlds) : SpreadView.NONE,
                difference ? figures() : AnswerView.Figures.NONE,
                difference ? uses() : List.of(),
                changes(this::gains),
                changes(this::moved),
                difference
                        ? texts(Stream.concat(
                                        SummaryTable.gaps(first).stream(),
                                        SummaryTable.remarks(summaries, worlds.subList(2, worlds.size())).stream())
                                .toList())
                        : List.of(),
                again);
    }

    private static List<String> texts(List<String> sentences) {
        return sentences.stream().map(Show::text).toList();
    }

    /** Returns what there is for each change. */
    private <T> List<T> changes(Function<Integer, List<T>> of) {
        List<T> all = new ArrayList<>();
        for (int change = 0; change < worlds.size() - 2; change++) {
            all.addAll(of.apply(change));
        }
        return all;
    }

    /** Returns the end of a caption that tells which change it is about, if there are several. */
    private String under(int change) {
        return worlds.size() == 3 ? "" : " under " + Show.text(worlds.get(change + 2));
    }

    private AnswerView.Figures figures() {
        List<SummaryTable.Group> groups = SummaryTable.groups(summaries);
        return new AnswerView.Figures(
                worlds.stream().map(Show::text).toList(),
                groups.stream().limit(GROUPS_MAX).map(this::group).toList(),
                groups.size() > GROUPS_MAX
                        ? "and " + Show.number(groups.size() - GROUPS_MAX) + " more groups, which the command prints"
                        : "");
    }

    private AnswerView.Group group(SummaryTable.Group group) {
        return new AnswerView.Group(
                Show.text(group.name()),
                group.lines().stream()
                        .map(line -> new AnswerView.Line(
                                Show.text(line.name()),
                                Stream.concat(Stream.of(line.record(), line.baseline()), line.changes().stream())
                                        .limit(worlds.size())
                                        .toList(),
                                line.ofRuns()))
                        .toList());
    }

    private List<AnswerView.Use> uses() {
        return summaries.get(0).groups().stream()
                .filter(row -> row.baseline().get(0).utilisation() != null)
                .limit(GAINS_MAX)
                .map(row -> {
                    List<AnswerView.Use.Bar> bars = new ArrayList<>();
                    for (int world = 0; world < worlds.size(); world++) {
                        Double percent = numbers(row, world).utilisation();
                        if (percent != null) {
                            bars.add(new AnswerView.Use.Bar(
                                    Show.text(worlds.get(world)),
                                    String.format(Locale.ROOT, "%.1f %%", percent),
                                    Math.min(100, percent)));
                        }
                    }
                    return new AnswerView.Use(Show.text(row.group()), bars);
                })
                .toList();
    }

    /** Returns the figures of a group in a world: the record, the baseline, or a change. */
    private Summary.Numbers numbers(Summary.Row row, int world) {
        return world == 0
                ? row.record()
                : world == 1
                        ? row.baseline().get(0)
                        : summaries.get(world - 2).groups().stream()
                                .filter(each -> each.group().equals(row.group()))
                                .findFirst()
                                .orElse(row)
                                .change()
                                .get(0);
    }

    private List<AnswerView.Gains> gains(int change) {
        Summary summary = summaries.get(change);
        List<Summary.Row> rows = summary.groups().stream()
                .filter(row -> !row.group().equals(ALL) && difference(row) != 0)
                .sorted(Comparator.comparingDouble(Answers::difference))
                .toList();
        double most = rows.stream()
                .mapToDouble(row -> Math.abs(difference(row)))
                .max()
                .orElse(0);
        int end = rows.size() - GAINS_MAX / 2;
        List<AnswerView.Gain> gains = new ArrayList<>();
        for (int at = 0; at < rows.size(); at++) {
            if (at < GAINS_MAX / 2 || at >= end) {
                gains.add(gain(summary, rows.get(at), most));
            }
        }
        return gains.isEmpty()
                ? List.of()
                : List.of(
                        new AnswerView.Gains("Who gains and who loses" + under(change) + ", by the mean wait", gains));
    }

    private static double difference(Summary.Row row) {
        return row.change().get(0).number() == 0
                ? 0
                : row.change().get(0).mean().value()
                        - row.baseline().get(0).mean().value();
    }

    private static AnswerView.Gain gain(Summary summary, Summary.Row row, double most) {
        double difference = difference(row);
        return new AnswerView.Gain(
                Show.text(row.group()),
                Quantity.of(row.baseline().get(0).mean().value(), summary.waitUnit()),
                Quantity.of(row.change().get(0).mean().value(), summary.waitUnit()),
                (difference < 0 ? "−" : "+") + Quantity.of(Math.abs(difference), summary.waitUnit()),
                difference < 0,
                (int) Math.max(1, Math.round(100 * Math.abs(difference) / most)));
    }

    private List<AnswerView.MovedTable> moved(int change) {
        Summary summary = summaries.get(change);
        return Stream.of(
                        new AnswerView.MovedTable(
                                "Waits that grow most" + under(change), moved(summary, summary.slower())),
                        new AnswerView.MovedTable(
                                "Waits that shrink most" + under(change), moved(summary, summary.faster())))
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private List<AnswerView.Moved> moved(Summary summary, List<Changed> subjects) {
        return subjects.stream()
                .map(changed -> {
                    SummaryTable.Line line = SummaryTable.changed(summary, changed);
                    Changed.Why why = changed.why();
                    return new AnswerView.Moved(
                            links.apply(changed),
                            Show.text(line.baseline()),
                            Show.text(line.changes().get(0)),
                            why == null ? "" : Show.text(why.baseline()),
                            why == null ? "" : Show.text(why.change()));
                })
                .toList();
    }
}
