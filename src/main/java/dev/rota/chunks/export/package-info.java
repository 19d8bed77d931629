/**
 * A published epoch as one document, put together again from the outputs of its network.
 */
package dev.rota.chunks.export;
