/**
 * Explains why a claim waits or was dropped, what a core does and why it was freed, and computes from decisions the
 * uses of cores and the paths of claims.
 */
package dev.rota.cores.explain;
