/**
 * Measures the whole path on an embedded broker, beside a pass-through of the same shape in the same run: the same
 * topics, the same bytes in and out, the same guarantee, but nothing decided. The ratio is what deciding costs.
 */
package dev.rota.bench;
