/**
 * Measures the whole path on an embedded broker, and in the same run a pass-through of the same shape: the same topics,
 * the same bytes in and out, the same guarantee, but no decisions. The ratio of both is the cost of deciding.
 *
 * <p>Each class of this package is one measurement, and {@link dev.rota.bench.Bench} runs the measurements of a domain.
 * They measure {@link dev.rota.bench.lanes}: open ones that are offered prepared events, {@link dev.rota.bench.loop}
 * for a domain whose events follow from its decisions, and {@link dev.rota.bench.pool} with real workers. {@link
 * dev.rota.bench.report} formats the results.
 */
package dev.rota.bench;
