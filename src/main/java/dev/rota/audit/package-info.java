/**
 * Recomputes every decision from the log and compares it with the outputs, record by record and byte by byte; the engine
 * is the one that the schedulers run. {@link dev.rota.audit.Audit} verifies, {@link dev.rota.audit.Replay} only
 * recomputes, {@link dev.rota.audit.Outputs} only reads.
 *
 * <p>The stored records are {@link dev.rota.audit.evidence}: a cluster's topics, or {@link dev.rota.audit.files} of an
 * export. {@link dev.rota.audit.PartitionAudit} follows one partition of {@link dev.rota.audit.log}, checks each record
 * against {@link dev.rota.audit.inputs} and its decisions against {@link dev.rota.audit.outputs}; {@link
 * dev.rota.audit.Lockstep} runs all partitions. What does not agree is among {@link dev.rota.audit.findings}.
 */
package dev.rota.audit;
