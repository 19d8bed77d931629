/** The pages of a network as records, made from a snapshot of the network. */
package dev.rota.chunks.view;
