/**
 * The pages of a network, rendered from a snapshot of it.
 */
package dev.rota.chunks.view;
