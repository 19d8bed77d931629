/**
 * The vocabulary of a scheduler, and the state machine that runs one over a log.
 *
 * <p>A record of the log comes in through {@link dev.rota.engine.PartitionMachine}, which drops what it has seen, fires
 * the timers that are due, decodes the event and hands it to the domain's {@link dev.rota.engine.Scheduler} as one
 * {@link dev.rota.engine.Step}. What the step decided is numbered, chained and given to {@link
 * dev.rota.engine.Decisions}. Nothing here knows Kafka, a clock or a file.
 */
package dev.rota.engine;
