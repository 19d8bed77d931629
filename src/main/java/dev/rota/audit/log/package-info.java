/**
 * What an audit must know of a log partition besides the engine: {@link dev.rota.audit.log.LogSequence} finds missing
 * records, {@link dev.rota.audit.log.LogShape} records that Rota did not write, and {@link dev.rota.audit.log.Voids} those
 * that an operator has voided.
 */
package dev.rota.audit.log;
