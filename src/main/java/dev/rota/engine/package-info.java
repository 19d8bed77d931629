/**
 * The vocabulary of a scheduler: what its author writes against, and what shows or explains its decisions.
 *
 * <p>A {@link dev.rota.engine.Domain} declares {@link dev.rota.engine.Input}s, {@link dev.rota.engine.Output}s and
 * {@link dev.rota.engine.TableType}s, and creates a {@link dev.rota.engine.Scheduler} for each unit. That is called
 * with each event and with due timers, and gets a {@link dev.rota.engine.Step}: the time, {@link
 * dev.rota.engine.Tables}, {@link dev.rota.engine.Timers} and {@link dev.rota.engine.AttendedTimers}, random numbers,
 * and the ways to emit and to reject. {@link dev.rota.engine.Limits} bound it all. The unit's state is shown by {@link
 * dev.rota.engine.PageSnapshot} and {@link dev.rota.engine.Readings}; an {@link dev.rota.engine.Inquiry} answers a
 * question about it.
 *
 * <p>Inner packages run a scheduler over a log. Nothing in them knows Kafka, a clock or a file:
 *
 * <pre>
 * package   what it holds                               knows
 * text      text for people                             a few basic types
 * schema    Avro: parsing, codecs, limits on schemas    limits, refusals and inputs
 * log       log records, and the headers of outputs     the vocabulary, schema
 * rows      tables as physical rows                     the vocabulary, schema
 * machine   the state machine of a log partition        all of these but text
 * </pre>
 *
 * The vocabulary itself knows {@code text} and {@code schema} alone: inputs, outputs and tables have the codec of what
 * they declare.
 */
package dev.rota.engine;
