/**
 * Explains why a claim waits or was dropped, what a core does and why it was freed; and tells from decisions what used a
 * core and which path a claim took. It reads the state that decides, and decides nothing.
 */
package dev.rota.cores.explain;
