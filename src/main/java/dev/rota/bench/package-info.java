/**
 * Measures the whole path on an embedded broker, beside a pass-through of the same shape in the same run: the same
 * topics, the same bytes in and out, the same guarantee, but no decisions. The ratio is the cost of deciding.
 *
 * <p>Each class here is one measurement, and {@link dev.rota.bench.Bench} runs those of a domain. They measure {@link
 * dev.rota.bench.lanes}: open ones that are offered prepared events, {@link dev.rota.bench.loop} for a domain whose
 * events follow from its decisions, {@link dev.rota.bench.pool} with real workers. {@link dev.rota.bench.report} is what they print.
 */
package dev.rota.bench;
