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

/** Draws the pages of one scheduler. */
public interface DomainPages {

    /**
     * The name of the page of a unit's state, which the instance that decides it serves as {@code
     * /<domain>/<unit>/state.json}.
     */
    String STATE = "state.json";

    /** The parameter of a unit's page that names the form to fill in. */
    String ASK = "ask";

    /** Returns the name of the domain. */
    String domain();

    /** Returns the kinds of subjects that have a page but no explanation by the domain. */
    List<String> kinds();

    /** Draws a unit as a whole. */
    Part unit(UnitFacts facts) throws NoPage;

    /** Returns the question in a submitted form of these pages, or null if the form is not one of them. */
    default @Nullable Question question(Domain domain, String unit, UnaryOperator<String> form) throws NoPage {
        return null;
    }

    /** Returns the changes that the form of a what-if offers as fields, or null if the domain has no such form. */
    default @Nullable WhatIfFields whatIf() {
        return null;
    }

    /** Returns whether {@link #question} takes the form {@link EventForm}. */
    default boolean asksAboutEvents() {
        return false;
    }

    /** Draws an answer. Returns null if its lines are complete. */
    default @Nullable Part answer(String unit, Inquiry.Asked asked, Answer answer) {
        return null;
    }

    /**
     * Returns whether an id is complete. For the beginning of an id nothing is explained, and the picture lists
     * subjects that begin with it.
     */
    default boolean isWhole(Subject subject) {
        return true;
    }

    /**
     * Reads an explanation from a page of the unit, for subjects whose explanation takes too long between two records.
     * Returns null for all other subjects.
     */
    default @Nullable Live<Answered> explained(UnitFacts facts, Subject subject) {
        return null;
    }

    /** Draws a subject. Returns null if its explanation and its decisions are complete. */
    @Nullable
    Part subject(UnitFacts facts, Subject subject) throws NoPage;
}
