package dev.rota.pages.whatif;

import dev.rota.engine.Subject;
import dev.rota.pages.Show;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Links;
import dev.rota.whatif.report.Changed;
import dev.rota.whatif.report.Summary;
import dev.rota.whatif.report.SummaryTable;
import java.util.List;
import java.util.stream.Stream;

/** Presents answers. */
public final class Answers {

    /** The number of groups whose figures are kept. The command line prints all of them. */
    private static final int GROUPS_MAX = 200;

    private Answers() {}

    /**
     * Returns an answer in texts.
     *
     * @param pages the pages of the subjects that wait
     */
    public static AnswerView of(Summary summary, Asked asked, DomainPages pages) {
        Links links = new Links(summary.domain(), summary.unit());
        String range = Show.time(summary.from()) + " to " + Show.time(summary.to());
        List<SummaryTable.Group> groups = SummaryTable.groups(summary);
        return new AnswerView(
                summary.difference()
                        ? "Compared from " + range + ", of " + Show.count(summary.records(), "record", "records") + "."
                        : "No difference: the change is empty, so nothing was modelled.",
                summary.difference() ? Show.text(SummaryTable.modelError(summary)) : "",
                WaitsPicture.of(summary),
                groups.stream().limit(GROUPS_MAX).map(Answers::group).toList(),
                groups.size() > GROUPS_MAX
                        ? "and " + Show.number(groups.size() - GROUPS_MAX) + " more groups, which the command prints"
                        : "",
                moved(summary, summary.slower(), links, pages),
                moved(summary, summary.faster(), links, pages),
                summary.difference()
                        ? Stream.concat(SummaryTable.gaps(summary).stream(), SummaryTable.remarks(summary).stream())
                                .map(Show::text)
                                .toList()
                        : List.of(),
                asked.url(summary.domain(), summary.unit()),
                asked.command(summary.domain(), summary.unit()),
                Show.json(asked.change()));
    }

    /** Returns the answer about a record that does not verify. */
    public static AnswerView objected(String domain, String unit, String objection, Asked asked) {
        return new AnswerView(
                "The record does not verify, so nothing can be concluded from it: " + Show.text(objection),
                "",
                WaitsView.NONE,
                List.of(),
                "",
                List.of(),
                List.of(),
                List.of(),
                asked.url(domain, unit),
                asked.command(domain, unit),
                Show.json(asked.change()));
    }

    private static AnswerView.Group group(SummaryTable.Group group) {
        return new AnswerView.Group(
                Show.text(group.name()),
                group.lines().stream()
                        .map(line -> new AnswerView.Line(
                                Show.text(line.name()), line.record(), line.baseline(), line.change(), line.ofRuns()))
                        .toList());
    }

    private static List<AnswerView.Moved> moved(
            Summary summary, List<Changed> subjects, Links links, DomainPages pages) {
        return subjects.stream().map(each -> moved(summary, each, links, pages)).toList();
    }

    private static AnswerView.Moved moved(Summary summary, Changed changed, Links links, DomainPages pages) {
        SummaryTable.Line line = SummaryTable.changed(summary, changed);
        Subject waiting = pages.waiting(changed.name());
        return new AnswerView.Moved(
                links.to(waiting.kind(), waiting.id(), line.name()),
                Show.text(line.baseline()),
                Show.text(line.change()));
    }
}
