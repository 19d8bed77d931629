/** Explains why an epoch places a chunk where it does, and what the next epoch would change under assumptions. */
package dev.rota.chunks.explain;
