package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;

/**
 * A claim and its way.
 *
 * @param state what it does, in words
 * @param event the last decision about it
 * @param position in the queue, from 1; empty if it is not queued
 * @param expected when it gets its core if nothing delays it; empty if that is not known
 */
public record ClaimLine(
        Link para,
        Link collator,
        String claim,
        String state,
        Link event,
        String position,
        Link core,
        String attempt,
        String expected,
        Strip strip) {}
