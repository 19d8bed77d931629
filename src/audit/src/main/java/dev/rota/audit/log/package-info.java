/**
 * The checks of a log partition that the engine does not make: {@link dev.rota.audit.log.LogSequence} finds missing
 * records, {@link dev.rota.audit.log.LogShape} finds records that Rota did not write, and {@link
 * dev.rota.audit.log.Voids} finds records that an operator has voided.
 */
package dev.rota.audit.log;
