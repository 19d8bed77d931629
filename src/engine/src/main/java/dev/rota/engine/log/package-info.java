/**
 * Log records and the headers of outputs: their contents, and their form in topics.
 *
 *
 * <p>{@link dev.rota.engine.log.LogRecord} declares the kinds of log record, {@link dev.rota.engine.log.LogFormat}
 * converts them to and from keys, headers and values. {@link dev.rota.engine.log.Source} identifies the input from
 * which a record was made, and {@link dev.rota.engine.log.AttendedTime} contains the intervals of an attended Tick.
 * {@link dev.rota.engine.log.OutputFormat} writes a decision as an output record; {@link
 * dev.rota.engine.log.CauseHeader} and {@link dev.rota.engine.log.VoidReference} parse parts of it.
 */
package dev.rota.engine.log;
