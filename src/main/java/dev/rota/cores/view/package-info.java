/** The page of a chain, rendered from a snapshot of it. */
package dev.rota.cores.view;
