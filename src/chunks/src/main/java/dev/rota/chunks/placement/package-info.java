/**
 * Computes which worker stores which chunks: a pure function of chunks, workers and policy. {@link
 * dev.rota.chunks.placement.Pass} is one placement of {@link dev.rota.chunks.placement.EpochChunks} on workers, {@link
 * dev.rota.chunks.placement.EpochHoldings} combines one or two passes, and {@link
 * dev.rota.chunks.placement.WorkerShare} is the part of one worker. No class here uses tables or outputs.
 */
package dev.rota.chunks.placement;
