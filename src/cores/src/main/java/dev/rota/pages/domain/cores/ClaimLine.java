package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;

/**
 * A claim, with its way through queue and core.
 *
 * @param state the claim's state in words
 * @param event the last decision about it
 * @param position the position in the queue, from 1; empty if it is not queued
 * @param expected the block at which it gets its core if nothing delays it; empty if that is unknown
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
