/**
 * Verifies what workers have reported. {@link dev.rota.worker.verify.ShardVerification} reads a pool's history in the
 * order in which its scheduler has made it, and holds each block against its batch, executed again.
 */
package dev.rota.worker.verify;
