/**
 * Kafka around the engine, one generic pair for every domain: {@link dev.rota.stream.Intake} makes the one order, and
 * {@link dev.rota.stream.SchedulerApp} decides along it, exactly once.
 */
package dev.rota.stream;
