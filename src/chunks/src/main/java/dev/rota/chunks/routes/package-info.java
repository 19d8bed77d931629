/**
 * What readers of a network may use, as plain data: how many routes each chunk has, which chunks are shown, which copies
 * are on their way out, and what a step changes of all that. It uses neither tables nor outputs.
 */
package dev.rota.chunks.routes;
