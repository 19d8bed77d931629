/**
 * Draws a unit of one kind of scheduler, and its subjects. Inputs are the pages that the instance serves, such as {@code
 * state.json}, read back as the records that the domain wrote ({@link dev.rota.pages.domain.Live}), and the outputs
 * ({@link dev.rota.pages.domain.Decided}). {@link dev.rota.pages.domain.Links}, {@link dev.rota.pages.domain.Paging},
 * {@link dev.rota.pages.domain.Slots} and {@link dev.rota.pages.domain.LaneDrawing} serve all domains; the rest stands in
 * one room for each, which knows the records of its domain and what the domain shows and explains, and infers no rule.
 */
package dev.rota.pages.domain;
