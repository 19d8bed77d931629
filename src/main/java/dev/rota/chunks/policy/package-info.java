/**
 * What a policy means: its versions read, the weights that it gives to chunks, and what it cannot mean.
 */
package dev.rota.chunks.policy;
