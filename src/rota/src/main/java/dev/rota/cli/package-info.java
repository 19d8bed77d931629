/**
 * The verbs of the command line, which {@link dev.rota.cli.Main} lists. Each parses its options, calls the other
 * packages, and returns an exit code. This package contains the verbs that run schedulers and pages, and a few single
 * ones. The others are in inner packages:
 *
 * <ul>
 *   <li>{@link dev.rota.cli.topics}: topics, {@link dev.rota.cli.records}: produce, consume, simulate, {@link
 * dev.rota.cli.demo}: demo
 *   <li>{@link dev.rota.cli.audit}: audit, {@link dev.rota.cli.explain}: explain
 *   <li>{@link dev.rota.cli.chunks}: chunks, {@link dev.rota.cli.shards}: shards, worker, {@link dev.rota.cli.jobs}:
 * job, bot
 * </ul>
 *
 * <p>No verb uses another one. They share {@link dev.rota.cli.options}, {@link dev.rota.cli.cluster}, {@link
 * dev.rota.cli.io} and {@link dev.rota.cli.process}.
 */
package dev.rota.cli;
