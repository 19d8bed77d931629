package dev.rota.pages.domain;

import dev.rota.engine.Inquiry;

/**
 * The answer to a question that somebody asked before.
 *
 * @param time when it was answered
 */
public record Replied(Inquiry.Answer answer, long time) {}
