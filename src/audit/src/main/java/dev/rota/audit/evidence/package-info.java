/**
 * The stored records that an audit reads, from any source. {@link dev.rota.audit.evidence.KafkaEvidence} reads a
 * cluster's topics, {@link dev.rota.audit.evidence.ReadAheadEvidence} prefetches any {@link
 * dev.rota.audit.evidence.Evidence}, and {@link dev.rota.audit.evidence.Buffers} limits the memory for records that are
 * read before they are needed. This package compares nothing.
 */
package dev.rota.audit.evidence;
