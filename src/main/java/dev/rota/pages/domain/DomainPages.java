package dev.rota.pages.domain;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.NoPage;
import java.util.List;
import java.util.function.UnaryOperator;

/** The pages of one kind of scheduler. */
public interface DomainPages {

    /** The page of a unit's state, which the instance that decides it serves as {@code /<domain>/<unit>/state.json}. */
    String STATE = "state.json";

    /** The parameter of a unit's page that says which question somebody wants to fill in. */
    String ASK = "ask";

    /** The name of the domain. */
    String domain();

    /** Kinds of subjects that have a page, besides those that the domain explains. */
    List<String> kinds();

    /** The picture of a unit as a whole. */
    Part unit(UnitFacts facts) throws NoPage;

    /** The question of a unit that a form of these pages asks; null if it is none of theirs. */
    default @Nullable Question question(Domain domain, String unit, UnaryOperator<String> form) throws NoPage {
        return null;
    }

    /** The picture of an answer; null if its lines say it all. */
    default @Nullable Part answer(String unit, Inquiry.Asked asked, Answer answer) {
        return null;
    }

    /** Whether an id can be that of a subject; if not, nothing is explained, and the picture is what is like it. */
    default boolean isWhole(Subject subject) {
        return true;
    }

    /**
     * Why a subject is where it is, from a page of its unit, for subjects that cannot be explained between two records;
     * null for those that can.
     */
    default @Nullable Live<Answered> explained(UnitFacts facts, Subject subject) {
        return null;
    }

    /** The picture of a subject; null if its sentence and its decisions say it all. */
    @Nullable
    Part subject(UnitFacts facts, Subject subject) throws NoPage;
}
