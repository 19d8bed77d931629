/**
 * Measures the whole path on an embedded broker, beside a pass-through of the same shape in the same run: the same
 * topics, the same bytes in and out, the same guarantee, but nothing decided. The ratio is what deciding costs.
 *
 * <p>A domain whose events follow from its decisions is measured in a closed loop; the pass-through then gets what the
 * loop's log and outputs recorded.
 */
package dev.rota.bench;
