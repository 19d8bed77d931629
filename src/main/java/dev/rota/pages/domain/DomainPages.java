package dev.rota.pages.domain;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.NoPage;
import java.util.List;

/** The pages of one kind of scheduler. */
public interface DomainPages {

    /** The page of a unit's state, which the instance that decides it serves as {@code /<domain>/<unit>/state.json}. */
    String STATE = "state.json";

    /** The name of the domain. */
    String domain();

    /** Kinds of subjects that have a page, besides those that the domain explains. */
    List<String> kinds();

    /** The picture of a unit as a whole. */
    Part unit(UnitFacts facts) throws NoPage;

    /** The picture of a subject; null if its sentence and its decisions say it all. */
    @Nullable
    Part subject(UnitFacts facts, Subject subject) throws NoPage;
}
