/** Interprets policies: parses their versions, computes the weights of chunks, and rejects invalid ones. */
package dev.rota.chunks.policy;
