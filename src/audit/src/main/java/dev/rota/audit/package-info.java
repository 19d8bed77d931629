/**
 * Recomputes every decision from the log, with the same engine that the schedulers run, and compares it with the
 * outputs, record by record and byte by byte. {@link dev.rota.audit.Audit} verifies, {@link dev.rota.audit.Replay} only
 * recomputes, {@link dev.rota.audit.Outputs} only reads.
 *
 *
 * <p>The stored records come from {@link dev.rota.audit.evidence}: a cluster's topics, or the {@link
 * dev.rota.audit.files} of an export. {@link dev.rota.audit.PartitionAudit} reads one partition of {@link
 * dev.rota.audit.log}, checks each record against {@link dev.rota.audit.inputs} and its decisions against {@link
 * dev.rota.audit.outputs}; {@link dev.rota.audit.Lockstep} runs all partitions. Differences are collected in {@link
 * dev.rota.audit.findings}.
 */
package dev.rota.audit;
