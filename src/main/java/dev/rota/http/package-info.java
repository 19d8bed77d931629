/**
 * Health, metrics, topology, the pages of units ({@code /<domain>/{unit}/<page>}: what a unit's scheduler shows of its
 * state, see {@link dev.rota.engine.Domain#pages()}), and a page for people.
 */
package dev.rota.http;
