/**
 * Verifies the reports of workers. {@link dev.rota.worker.verify.ShardVerification} reads a pool's history in the order
 * in which its scheduler emitted it, and compares each block with the result of executing its batch again.
 */
package dev.rota.worker.verify;
