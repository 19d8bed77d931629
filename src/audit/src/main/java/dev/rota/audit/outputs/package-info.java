/**
 * Compares decisions with the output records. {@link dev.rota.audit.outputs.OutputReader} reads an output partition
 * once for all log partitions and queues their records in {@link dev.rota.audit.outputs.CauseQueue}s. {@link
 * dev.rota.audit.outputs.OutputTrails} finds the record of each {@link dev.rota.audit.outputs.ExpectedOutput}, and
 * {@link dev.rota.audit.outputs.Comparison} describes the difference.
 */
package dev.rota.audit.outputs;
