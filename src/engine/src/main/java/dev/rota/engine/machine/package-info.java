/**
 * The state machine that runs a domain's schedulers over a log partition. Kafka Streams, replays and tests run the same
 * one.
 *
 *
 * <p>A log record enters through {@link dev.rota.engine.machine.PartitionMachine}, which drops duplicates by {@link
 * dev.rota.engine.machine.Sources}, decodes the event by {@link dev.rota.engine.machine.Schemas}, and opens the
 * record's {@link dev.rota.engine.machine.Unit} among the {@link dev.rota.engine.machine.Units}. The unit fires due
 * timers ({@link dev.rota.engine.machine.UnitTimers}) and passes the event to the domain's {@link
 * dev.rota.engine.Scheduler}, as its {@link dev.rota.engine.Step}. The step's outputs are numbered and bounded by
 * {@link dev.rota.engine.machine.UnitOutputs}, added to the unit's {@link dev.rota.engine.machine.Chain} and passed to
 * {@link dev.rota.engine.machine.Decisions}. {@link dev.rota.engine.machine.DueUnits} is the index from which Ticks are
 * appended.
 */
package dev.rota.engine.machine;
