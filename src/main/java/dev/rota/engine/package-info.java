/**
 * The vocabulary of a scheduler, and the state machine that runs one over a log.
 *
 * <p>A log record enters through {@link dev.rota.engine.machine.PartitionMachine}, which drops duplicates, fires due timers,
 * decodes the event and passes it to the domain's {@link dev.rota.engine.Scheduler} as a {@link
 * dev.rota.engine.Step}. The step's decisions are numbered, added to the chain and handed to {@link
 * dev.rota.engine.machine.Decisions}. Nothing here knows Kafka, a clock or a file.
 */
package dev.rota.engine;
