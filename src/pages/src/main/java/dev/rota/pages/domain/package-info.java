/**
 * Draws the units of each scheduler, and their subjects. Inputs are the pages that the instance serves, such as {@code
 * state.json}, parsed into the records from which the domain wrote them ({@link dev.rota.pages.domain.Live}), and the
 * outputs ({@link dev.rota.pages.domain.Decided}). {@link dev.rota.pages.domain.Links}, {@link
 * dev.rota.pages.domain.Paging}, {@link dev.rota.pages.domain.Slots} and {@link dev.rota.pages.domain.LaneDrawing}
 * serve all domains. Each domain has a package of its own, which uses the domain's records, views and explanations, and
 * infers no rule.
 */
package dev.rota.pages.domain;
