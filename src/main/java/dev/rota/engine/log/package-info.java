/**
 * Log records and the headers of outputs: what they say, and how topics store it.
 *
 * <p>{@link dev.rota.engine.log.LogRecord} has the kinds of log record, {@link dev.rota.engine.log.LogFormat} converts
 * them to and from keys, headers and values. {@link dev.rota.engine.log.Source} names the input that a record was made
 * from, {@link dev.rota.engine.log.AttendedTime} is what an attended Tick carries. {@link
 * dev.rota.engine.log.OutputFormat} writes a decision as an output record, of which {@link
 * dev.rota.engine.log.CauseHeader} and {@link dev.rota.engine.log.VoidReference} are read again.
 */
package dev.rota.engine.log;
