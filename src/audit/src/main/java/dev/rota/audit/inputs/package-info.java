/**
 * Compares log records with the inputs from which they were made. {@link dev.rota.audit.inputs.SourceCheck} checks a
 * log record, {@link dev.rota.audit.inputs.SharedInput} reads an input partition once for all log partitions.
 */
package dev.rota.audit.inputs;
