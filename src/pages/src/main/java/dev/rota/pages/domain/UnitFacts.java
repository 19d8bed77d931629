package dev.rota.pages.domain;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.index.EntryFilter;
import java.util.List;

/** The facts about a unit from which one request is answered. */
public interface UnitFacts {

    /** Returns the name of the domain. */
    String domain();

    /** Returns the name of the unit. */
    String unit();

    /** Returns the links to subjects of the unit. */
    default Links links() {
        return new Links(domain(), unit());
    }

    /** Returns the time of the request. */
    long now();

    /** Returns a parameter of the request, or an empty text if the request does not have it. */
    String parameter(String name);

    /**
     * Asks the instance that decides the unit for one of its pages, such as {@link DomainPages#STATE}.
     *
     * @param type the class that the page is parsed into
     */
    <T> Live<T> live(String page, Class<T> type);

    /**
     * Returns the address of such a page for browsers, or an empty text if the process of these pages does not serve
     * it.
     */
    String pageUrl(String page);

    /**
     * Asks the instance that decides the unit to explain a subject. Returns null if no instance answers, or if the unit
     * has no such subject.
     */
    @Nullable
    Answer explain(Subject subject);

    /** Returns the answer to a question that takes a replay, or null if the question was not asked recently. */
    @Nullable
    Answered replied(Inquiry.Asked asked);

    /** Returns up to {@code most} of the unit's cached outputs that match, newest first. */
    List<Decided> newest(EntryFilter wanted, int most);
}
