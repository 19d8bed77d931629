package dev.rota.pages.domain;

import dev.rota.engine.Inquiry;

/**
 * A question from a form on a unit's pages that is answered by a replay.
 *
 * @param title the question in words
 * @param back the address of the page with the form
 */
public record Question(String title, String back, Inquiry.Asked asked) {}
