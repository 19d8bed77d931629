package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;

/**
 * A para's stay on a core.
 *
 * @param began the decision that scheduled it
 * @param ended the decision that ended it
 */
public record Stay(
        Link core,
        Link para,
        Link collator,
        String attempt,
        String group,
        Link began,
        String blocks,
        String how,
        Link ended) {}
