/**
 * Who stores what: a pure function of chunks, workers and policy. {@link dev.rota.chunks.placement.Pass} is one
 * placement of a {@link dev.rota.chunks.placement.EpochChunks} on some workers, {@link
 * dev.rota.chunks.placement.EpochHoldings} what one or two of them come to, {@link
 * dev.rota.chunks.placement.WorkerShare} one worker's part of that. Nothing here reads or writes tables, or knows outputs.
 */
package dev.rota.chunks.placement;
