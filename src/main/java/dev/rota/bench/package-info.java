/**
 * Measures the whole path on an embedded broker, beside a pass-through of the same shape in the same run: the same
 * topics, the same bytes in and out, the same guarantee, but no decisions. The ratio is the cost of deciding.
 *
 * <p>A domain whose events follow from its decisions is measured in a closed loop; the pass-through then replays what
 * was recorded.
 */
package dev.rota.bench;
