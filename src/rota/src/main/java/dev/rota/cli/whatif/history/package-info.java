/**
 * {@code what-if import}: the history of another scheduler as lines that {@code what-if} reads.
 *
 * <p>{@link dev.rota.cli.whatif.history.HistoryFile} reads lines, a {@link dev.rota.cli.whatif.history.HistoryFormat}
 * makes them work, {@link dev.rota.cli.whatif.history.SortedWork} puts it in order on disk, and {@link
 * dev.rota.cli.whatif.history.Occupancy} finds out which machines it had.
 */
package dev.rota.cli.whatif.history;
