/**
 * A closed loop: events that follow from committed decisions, which {@link dev.rota.bench.loop.LoopDriver} produces while
 * {@link dev.rota.bench.loop.LoopRun} measures.
 */
package dev.rota.bench.loop;
