/**
 * The state of a network, and its epochs. {@link dev.rota.chunks.epoch.Epochs} places a network's chunks, or those of a
 * plan, without publishing; {@link dev.rota.chunks.epoch.EpochDecision} publishes the result.
 */
package dev.rota.chunks.epoch;
