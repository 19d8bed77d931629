package dev.rota.pages.domain;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.index.EntryFilter;
import java.util.List;

/** What is known of a unit, for one request. */
public interface UnitFacts {

    /** The name of the domain. */
    String domain();

    /** The name of the unit. */
    String unit();

    /** Links to what the unit has. */
    default Links links() {
        return new Links(domain(), unit());
    }

    /** The time of the request. */
    long now();

    /** A parameter of the request; empty if it has none of this name. */
    String parameter(String name);

    /**
     * Asks the instance that decides the unit for one of its pages, {@link DomainPages#STATE} for instance.
     *
     * @param type what the page is written from
     */
    <T> Live<T> live(String page, Class<T> type);

    /** The address of such a page for browsers; empty if the process of these pages does not serve it. */
    String pageUrl(String page);

    /** Asks the instance that decides the unit about a subject; null if nobody answers, or nothing is known of it. */
    @Nullable
    Answer explain(Subject subject);

    /** The answer to a question that takes a replay; null if nobody has asked it lately. */
    @Nullable
    Answered replied(Inquiry.Asked asked);

    /** The unit's latest outputs that are wanted, newest first, at most so many, of those that are kept here. */
    List<Decided> newest(EntryFilter wanted, int most);
}
