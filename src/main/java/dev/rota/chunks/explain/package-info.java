/**
 * Why an epoch puts a chunk where it does, and what the next epoch would change if some things were different.
 */
package dev.rota.chunks.explain;
