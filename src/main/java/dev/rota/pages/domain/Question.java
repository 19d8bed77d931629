package dev.rota.pages.domain;

import dev.rota.engine.Inquiry;

/**
 * A question that a form of a unit's pages asks, and that takes a replay.
 *
 * @param title as people read it
 * @param back the page that asks it
 */
public record Question(String title, String back, Inquiry.Asked asked) {}
