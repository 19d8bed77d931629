/** Assembles a published epoch as one document from the outputs of its network. */
package dev.rota.chunks.export;
