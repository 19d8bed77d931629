package dev.rota.pages;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Part;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.pages.index.Recent;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.SubjectView;
import java.util.ArrayList;
import java.util.List;

/**
 * The page of a subject, such as a job, a worker or a para: the explanation of its state, and the decisions about it.
 */
final class SubjectsPage {

    private final House house;
    private final Tasks tasks;
    private final Html html;

    SubjectsPage(House house, Tasks tasks, Html html) {
        this.house = house;
        this.tasks = tasks;
        this.html = html;
    }

    Frame frame(Domain domain, Facts facts, Subject subject, boolean live) {
        return house.frame(subject.kind() + " " + Show.text(subject.id()), domain.name(), facts.source(), live, "");
    }

    SubjectView view(Domain domain, Facts facts, Subject subject, long before) throws NoPage {
        String unit = facts.unit();
        DomainPages pages = AllDomainPages.of(domain.name());
        List<String> kinds = kinds(domain);
        if (!kinds.contains(subject.kind())) {
            throw NoPage.notFound(
                    "expected one of " + String.join(", ", kinds) + ", but it is '" + Show.text(subject.kind()) + "'");
        }
        Recent recent = house.recent(domain);
        EntryFilter about = EntryFilter.all()
                .about(subject.kind(), subject.id())
                .and(entry -> before <= 0 || entry.cause().offset() < before)
                .in(unit);
        List<Entry> found = recent.newest(about, UnitPage.A_PAGE + 1);
        boolean more = found.size() > UnitPage.A_PAGE;
        List<Entry> shown = more ? found.subList(0, UnitPage.A_PAGE) : found;

        boolean isWhole = pages == null || pages.isWhole(subject);
        Sentence why = !isWhole || !domain.subjects().contains(subject.kind())
                ? Sentence.NONE
                : sentence(domain, facts, subject, pages == null ? null : pages.explained(facts, subject));
        Part part = pages == null ? null : pages.subject(facts, subject);
        return new SubjectView(
                domain.name(),
                unit,
                Url.unit(domain.name(), unit),
                subject.kind(),
                subject.id(),
                new SubjectView.Why(
                        why.answer() == null ? "" : Show.text(why.answer().state()),
                        why.answer() == null
                                ? why.problem()
                                : Show.text(why.answer().sentence()),
                        why.source(),
                        why.canAsk()),
                part == null ? null : html.part(part),
                house.steps(domain, shown),
                house.kept(recent) + " Of a decision with more than " + Mention.MAX + " ids, the first ones count.",
                more
                        ? Url.subject(domain.name(), unit, subject.kind(), subject.id()) + "&before="
                                + shown.get(shown.size() - 1).cause().offset()
                        : "");
    }

    /** Returns the kinds of subjects that have a page: kinds with an explanation, and kinds that are drawn only. */
    static List<String> kinds(Domain domain) {
        DomainPages pages = AllDomainPages.of(domain.name());
        List<String> kinds = new ArrayList<>(domain.subjects());
        if (pages != null) {
            kinds.addAll(pages.kinds());
        }
        return kinds;
    }

    /**
     * The explanation of a subject.
     *
     * @param canAsk whether a replay could explain more
     */
    private record Sentence(@Nullable Answer answer, String problem, String source, boolean canAsk) {
        /** The explanation of a kind that has none. */
        static final Sentence NONE = new Sentence(null, "", "", false);
    }

    /**
     * Returns the explanation from the tables of the deciding instance, or else from a replay that was started before.
     */
    private Sentence sentence(Domain domain, Facts facts, Subject subject, @Nullable Live<Answered> own) {
        String unit = facts.unit();
        if (own != null) {
            return own.isThere() ? live(own.page()) : replayed(domain, unit, subject, own.problem());
        }
        try {
            return house.instances()
                    .explain(domain.name(), unit, subject)
                    .map(SubjectsPage::live)
                    .orElseGet(() -> replayed(domain, unit, subject, "its unit no longer has a row of it"));
        } catch (Instances.Unanswered e) {
            return replayed(domain, unit, subject, String.valueOf(e.getMessage()));
        }
    }

    private static Sentence live(Answered answered) {
        return new Sentence(
                answered.answer(),
                "",
                "From the tables of the instance that decides, as of " + Show.time(answered.asOf()) + ".",
                false);
    }

    private Sentence replayed(Domain domain, String unit, Subject subject, String why) {
        Tasks.Task task = tasks.get(InquiryTask.id(domain.name(), unit, Inquiry.Asked.why(subject)));
        if (task != null && task.answer() instanceof InquiryTask.Done done) {
            return done.answered().answer() == null
                    ? new Sentence(null, "The log has nothing of it.", "From a replay of the log.", true)
                    : new Sentence(
                            done.answered().answer(),
                            "",
                            "From a replay of the log, as of "
                                    + Show.time(done.answered().asOf()) + ".",
                            true);
        }
        return new Sentence(
                null,
                "What it does now cannot be read from live tables: " + Show.text(why)
                        + ". What was decided about it, below, is from the topics.",
                "",
                true);
    }
}
