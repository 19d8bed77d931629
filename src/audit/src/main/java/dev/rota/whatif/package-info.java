/**
 * What would have happened if: decides the record of one unit again with a change, by the scheduler itself.
 *
 * <p>{@link dev.rota.whatif.Playback} reads the record up to the first changed event, where two worlds branch off: the
 * baseline and the change. A {@link dev.rota.whatif.World} decides recorded events, and those that its parties make of
 * the decisions ({@link dev.rota.workload.whatif.PartyModel}). {@link dev.rota.whatif.change.ChangeFile} reads the
 * change, and {@link dev.rota.whatif.report.Comparison} is the answer.
 */
package dev.rota.whatif;
