/**
 * The API of a scheduler: the types that its author implements and calls, and those that show or explain decisions.
 *
 * <p>A {@link dev.rota.engine.Domain} declares {@link dev.rota.engine.Input}s, {@link dev.rota.engine.Output}s and
 * {@link dev.rota.engine.TableType}s, and creates a {@link dev.rota.engine.Scheduler} for each unit. Its {@link
 * dev.rota.engine.Handlers} are called with each event and with due timers, and get a {@link dev.rota.engine.Step}: the
 * time, {@link dev.rota.engine.Tables}, {@link dev.rota.engine.Timers} and {@link dev.rota.engine.AttendedTimers},
 * random numbers, and the methods that emit and reject. {@link dev.rota.engine.Limits} contains the bounds. The unit's state is shown
 * by {@link dev.rota.engine.PageSnapshot} and {@link dev.rota.engine.Readings}; an {@link dev.rota.engine.Inquiry}
 * answers a question about it.
 *
 * <p>Inner packages run a scheduler over a log. None of them uses Kafka, a clock or a file:
 *
 * <pre>
 * package   contents                                    uses
 * text      text for people                             a few basic types
 * schema    Avro: parsing, codecs, limits on schemas    limits, refusals and inputs
 * log       log records, and the headers of outputs     the API, schema
 * rows      tables as physical rows                     the API, schema
 * machine   the state machine of a log partition        all of these but text
 * adopt     records of other topics as events          the API, schema, text
 * plugin    the domains on the class path, checked      the API, schema
 * </pre>
 *
 * The API itself uses only {@code text} and {@code schema}: inputs, outputs and tables have the codec of their records.
 */
package dev.rota.engine;
